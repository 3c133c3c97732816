import { API_CODES, type ApiCodeName, type ErrorType } from './rules/error-texts.ts'

interface ErrorRule {
  api: ApiCodeName
  /** The specification's type, where it is another one than the code's. */
  type?: ErrorType
  /** What may stand for `{reason}` in a message of the specification: 'Failed to fetch business: {reason}'. */
  reason: 'not found' | 'permission denied' | 'invalid data' | 'limit reached' | 'temporarily unavailable'
  /** Whether it is logged as an incident. */
  report?: true
}

/** What went wrong, and what each edge makes of it. */
const ERRORS = {
  invalid_input: { api: 'BAD_REQUEST', reason: 'invalid data' },
  not_signed_in: { api: 'UNAUTHORIZED', reason: 'permission denied' },
  bad_credentials: { api: 'UNAUTHORIZED', reason: 'permission denied' },
  /** Signed in, but no credential was entered in the last minutes; the browser asks for one and tries again. */
  recent_login_needed: { api: 'FORBIDDEN', type: 'AUTHENTICATION', reason: 'permission denied' },
  /** An operator wants the account to have another password before it goes on. */
  password_change_needed: { api: 'FORBIDDEN', type: 'AUTHENTICATION', reason: 'permission denied' },
  email_not_verified: { api: 'FORBIDDEN', reason: 'permission denied' },
  /** A request that another site may have moved a browser to send. */
  foreign_origin: { api: 'FORBIDDEN', reason: 'permission denied' },
  not_permitted: { api: 'FORBIDDEN', reason: 'permission denied' },
  plan_limit: { api: 'FORBIDDEN', reason: 'limit reached' },
  not_found: { api: 'NOT_FOUND', reason: 'not found' },
  conflict: { api: 'CONFLICT', reason: 'invalid data' },
  /** The screen that asks is of another organization than the session by now. */
  organization_switched: { api: 'CONFLICT', reason: 'invalid data' },
  too_many: { api: 'TOO_MANY_REQUESTS', reason: 'limit reached' },
  /** A review platform did not answer as it should; the message says what that means. */
  source_failed: { api: 'BAD_GATEWAY', reason: 'temporarily unavailable' },
  /** Others are served first; nothing is wrong. */
  busy: { api: 'SERVICE_UNAVAILABLE', reason: 'temporarily unavailable' },
  unavailable: { api: 'SERVICE_UNAVAILABLE', reason: 'temporarily unavailable', report: true },
} as const satisfies Record<string, ErrorRule>
export type ErrorCode = keyof typeof ERRORS

/** What an error is to tRPC, over HTTP, on a screen, in a message and in the log. */
export function errorRule(code: ErrorCode) {
  const { api } = ERRORS[code]
  const { type = API_CODES[api].type, reason, report }: ErrorRule = ERRORS[code]
  return { api, status: API_CODES[api].status, type, reason, report: report === true }
}

/**
 * An outcome the product expects. `message` is safe to show and says what to do; details go into `cause`.
 * `fields` puts the message beside the field of the form it belongs to. `specified` is what the specification says in
 * this case, which programs get instead of `message`; null where it says nothing.
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

  /** The message for programs. */
  get outwardMessage(): string {
    return this.specified ?? this.message
  }
}

/** A refusal that a form shows beside one of its fields. */
export function fieldError(code: ErrorCode, field: string, message: string): DomainError {
  return new DomainError(code, message, { fields: { [field]: message } })
}
