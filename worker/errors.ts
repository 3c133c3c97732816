import { API_CODES, type ApiCodeName, type ErrorType } from './rules/error-texts.ts'

interface ErrorRule {
  api: ApiCodeName
  /** The specification's type, if it differs from the code's. */
  type?: ErrorType
  /** Replaces `{reason}` in the specification's messages: 'Failed to fetch business: {reason}'. */
  reason: 'not found' | 'permission denied' | 'invalid data' | 'limit reached' | 'temporarily unavailable'
  /** True if it is logged as an incident. */
  report?: true
}

const ERRORS = {
  invalid_input: { api: 'BAD_REQUEST', reason: 'invalid data' },
  not_signed_in: { api: 'UNAUTHORIZED', reason: 'permission denied' },
  bad_credentials: { api: 'UNAUTHORIZED', reason: 'permission denied' },
  /** Signed in, but no credential was entered recently; the browser asks for one and retries. */
  recent_login_needed: { api: 'FORBIDDEN', type: 'AUTHENTICATION', reason: 'permission denied' },
  /** An operator has required a password change. */
  password_change_needed: { api: 'FORBIDDEN', type: 'AUTHENTICATION', reason: 'permission denied' },
  email_not_verified: { api: 'FORBIDDEN', reason: 'permission denied' },
  /** Possible cross-site request forgery. */
  foreign_origin: { api: 'FORBIDDEN', reason: 'permission denied' },
  not_permitted: { api: 'FORBIDDEN', reason: 'permission denied' },
  plan_limit: { api: 'FORBIDDEN', reason: 'limit reached' },
  not_found: { api: 'NOT_FOUND', reason: 'not found' },
  conflict: { api: 'CONFLICT', reason: 'invalid data' },
  /** The session has switched to another organization since the screen was loaded. */
  organization_switched: { api: 'CONFLICT', reason: 'invalid data' },
  too_many: { api: 'TOO_MANY_REQUESTS', reason: 'limit reached' },
  /** A review platform failed to give a usable response; the message explains the failure. */
  source_failed: { api: 'BAD_GATEWAY', reason: 'temporarily unavailable' },
  /** Temporarily overloaded; nothing is broken. */
  busy: { api: 'SERVICE_UNAVAILABLE', reason: 'temporarily unavailable' },
  unavailable: { api: 'SERVICE_UNAVAILABLE', reason: 'temporarily unavailable', report: true },
} as const satisfies Record<string, ErrorRule>
export type ErrorCode = keyof typeof ERRORS

export function errorRule(code: ErrorCode) {
  const { api } = ERRORS[code]
  const { type = API_CODES[api].type, reason, report }: ErrorRule = ERRORS[code]
  return { api, status: API_CODES[api].status, type, reason, report: report === true }
}

/**
 * An expected failure. `message` is safe to show and says what to do; details go into `cause`. `fields` puts messages
 * beside the form fields they belong to. Programs get `specified`, the message that the product's specification has for
 * this case, instead of `message`; null if it has none.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: Readonly<Record<string, string>>
  readonly specified: string | null

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown
      fields?: Readonly<Record<string, string>>
      specified?: string | null
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.fields = options.fields ?? {}
    this.specified = options.specified ?? null
  }

  get outwardMessage(): string {
    return this.specified ?? this.message
  }
}

export function fieldError(code: ErrorCode, field: string, message: string): DomainError {
  return new DomainError(code, message, { fields: { [field]: message } })
}
