import * as v from 'valibot'
import { uuid } from './fields.ts'

/** Browsers may report these to /api/security-log. */
export const REPORTED_EVENTS = [
  'INVALID_INPUT',
  'XSS_ATTEMPT',
  'SQL_INJECTION',
  'RATE_LIMIT_EXCEEDED',
  'CSRF_TOKEN_INVALID',
  'UNAUTHORIZED_ACCESS',
  'SUSPICIOUS_ACTIVITY',
] as const
export type ReportedEvent = (typeof REPORTED_EVENTS)[number]

/** Shown to the account's owner. */
const OWNER_EVENTS = [
  'sign_up',
  'sign_in',
  'sign_out',
  'second_factor',
  'password_confirmed',
  'password_changed',
  'password_reset_requested',
  'password_reset',
  'email_verified',
  'address_claimed',
  'address_refused',
  'verification_sent',
  'session_ended',
  'other_sessions_ended',
  'kept_sign_in_ended',
  'profile_changed',
  'factor_enrolled',
  'factor_removed',
  'recovery_codes_made',
  'provider_confirmed',
  'provider_linked',
  'provider_unlinked',
  'connection_added',
  'connection_removed',
  'reviews_exported',
  'archive_exported',
  'organization_created',
  'organization_changed',
  'ownership_transferred',
  'member_invited',
  'invitation_withdrawn',
  'member_joined',
  'member_removed',
  'member_left',
  'role_changed',
  'api_key_created',
  'api_key_rotated',
  'api_key_revoked',
  'assistant_connected',
  'assistant_disconnected',
  'checkout_opened',
  'plan_switched',
  'plan_cancelled',
  'plan_resumed',
  'account_deleted',
  'account_kept',
] as const

/** Events that mean nothing to an owner, or are too frequent to read; they only go to the server log. */
const SERVER_EVENTS = [
  'challenge_opened',
  'session_reopened',
  'token_issued',
  'token_refused',
  'permission_refused',
  'origin_refused',
  'limit_hit',
] as const

export type OwnerEvent = (typeof OWNER_EVENTS)[number]
export type AuditEvent = OwnerEvent | (typeof SERVER_EVENTS)[number]

export type AuditOutcome = 'done' | 'refused'

export const LISTED_EVENTS = [...OWNER_EVENTS, ...REPORTED_EVENTS] as const
export type ListedEvent = (typeof LISTED_EVENTS)[number]

export function isShownToOwner(event: AuditEvent): event is OwnerEvent {
  return OWNER_EVENTS.some((known) => known === event)
}

export const ListSecurityEventsInput = v.optional(
  v.object({ cursor: v.optional(uuid('This page of the log does not exist.')) }),
  {},
)
export type ListSecurityEventsInput = v.InferOutput<typeof ListSecurityEventsInput>

const MAX_DETAIL_CHARS = 200

const EventType = v.picklist(REPORTED_EVENTS)
const ShortText = v.fallback(v.optional(v.string(), ''), '')

/**
 * The type is in `type`, `event` or `event.type`. We set the time and user agent ourselves instead of trusting the
 * sender.
 */
const SecurityReport = v.object({
  type: v.fallback(v.optional(EventType), undefined),
  event: v.fallback(v.optional(v.union([EventType, v.object({ type: EventType })])), undefined),
  detail: ShortText,
  details: ShortText,
})

/** Null for anything but one of the seven event types. */
export function securityReportOf(json: unknown): { type: ReportedEvent; detail: string } | null {
  const result = v.safeParse(SecurityReport, json)
  if (!result.success) return null
  const { type, event, detail, details } = result.output
  const known = type ?? (typeof event === 'object' ? event.type : event)
  return known ? { type: known, detail: shortened(detail || details) } : null
}

/** Only the stored fields are read. */
const OldPolicyReport = v.object({
  'csp-report': v.object({
    'effective-directive': v.optional(v.string()),
    'violated-directive': v.optional(v.string()),
    'blocked-uri': v.optional(v.string()),
  }),
})
const PolicyReports = v.pipe(
  v.array(
    v.object({ body: v.object({ effectiveDirective: v.string(), blockedURL: v.optional(v.string()) }) }),
  ),
  v.minLength(1),
)

/** `type` is the directive, `detail` the blocked host; null if the report is invalid. */
export function policyReportOf(json: unknown): { type: string; detail: string } | null {
  const old = v.safeParse(OldPolicyReport, json)
  if (old.success) {
    const report = old.output['csp-report']
    return policyReport(report['effective-directive'] ?? report['violated-directive'], report['blocked-uri'])
  }
  const reports = v.safeParse(PolicyReports, json)
  const first = reports.success ? reports.output[0]?.body : undefined
  return policyReport(first?.effectiveDirective, first?.blockedURL)
}

function policyReport(directive: string | undefined, blocked = ''): { type: string; detail: string } | null {
  const name = directive?.split(' ')[0] ?? ''
  return /^[a-z-]{3,40}$/.test(name) ? { type: name, detail: hostOf(blocked) } : null
}

/** Host of a blocked URL, or the keyword that browsers use for sources without a URL: inline, eval, data. */
function hostOf(blocked: string): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked
  return URL.canParse(blocked) ? shortened(new URL(blocked).host) : ''
}

function shortened(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_DETAIL_CHARS)
}
