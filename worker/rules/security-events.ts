import * as v from 'valibot'
import { uuid } from './ids.ts'

/** What browsers may report to /api/security-log. */
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

/** What the server notes for the account's owner to read. */
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
  'profile_changed',
  'factor_enrolled',
  'factor_removed',
  'recovery_codes_made',
  'provider_confirmed',
  'provider_linked',
  'provider_unlinked',
  'connection_added',
  'connection_removed',
  'api_key_changed',
  'plan_changed',
  'role_changed',
  'member_changed',
  'export',
  'deletion',
] as const

/** What says nothing to an owner, or happens too often to be read, stays in the server's log. */
const SERVER_EVENTS = [
  'challenge_opened',
  'token_issued',
  'token_refused',
  'permission_refused',
  'origin_refused',
  'limit_hit',
  'webhook_refused',
  'job_failed',
] as const

export type OwnerEvent = (typeof OWNER_EVENTS)[number]
export type AuditEvent = OwnerEvent | (typeof SERVER_EVENTS)[number]

export type AuditOutcome = 'done' | 'refused'

/** What the Security screen lists. */
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
