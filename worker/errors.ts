import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'

/** What may stand for `{reason}` in a message of the specification. */
export type FailureReason =
  | 'not found'
  | 'permission denied'
  | 'invalid data'
  | 'limit reached'
  | 'temporarily unavailable'

interface ErrorRule {
  trpc: TRPC_ERROR_CODE_KEY
  status: number
  /** The specification's user-facing type. */
  type: 'VALIDATION' | 'AUTHENTICATION' | 'AUTHORIZATION' | 'NOT_FOUND' | 'RATE_LIMIT' | 'SERVER' | 'NETWORK'
  /** Why an operation failed, in 'Failed to fetch business: {reason}'. */
  reason: FailureReason
  /** Whether it is logged as an incident. */
  report: boolean
}

/** What went wrong, and what each edge makes of it. */
export const ERROR_TABLE = {
  invalid_input: {
    trpc: 'BAD_REQUEST',
    status: 400,
    type: 'VALIDATION',
    reason: 'invalid data',
    report: false,
  },
  not_signed_in: {
    trpc: 'UNAUTHORIZED',
    status: 401,
    type: 'AUTHENTICATION',
    reason: 'permission denied',
    report: false,
  },
  bad_credentials: {
    trpc: 'UNAUTHORIZED',
    status: 401,
    type: 'AUTHENTICATION',
    reason: 'permission denied',
    report: false,
  },
  /** Signed in, but no credential was entered in the last minutes; the browser asks for one and tries again. */
  recent_login_needed: {
    trpc: 'FORBIDDEN',
    status: 403,
    type: 'AUTHENTICATION',
    reason: 'permission denied',
    report: false,
  },
  /** An operator wants the account to have another password before it goes on. */
  password_change_needed: {
    trpc: 'FORBIDDEN',
    status: 403,
    type: 'AUTHENTICATION',
    reason: 'permission denied',
    report: false,
  },
  email_not_verified: {
    trpc: 'FORBIDDEN',
    status: 403,
    type: 'AUTHORIZATION',
    reason: 'permission denied',
    report: false,
  },
  /** A request that another site may have moved a browser to send. */
  foreign_origin: {
    trpc: 'FORBIDDEN',
    status: 403,
    type: 'AUTHORIZATION',
    reason: 'permission denied',
    report: false,
  },
  not_permitted: {
    trpc: 'FORBIDDEN',
    status: 403,
    type: 'AUTHORIZATION',
    reason: 'permission denied',
    report: false,
  },
  plan_limit: {
    trpc: 'FORBIDDEN',
    status: 403,
    type: 'AUTHORIZATION',
    reason: 'limit reached',
    report: false,
  },
  not_found: { trpc: 'NOT_FOUND', status: 404, type: 'NOT_FOUND', reason: 'not found', report: false },
  conflict: { trpc: 'CONFLICT', status: 409, type: 'VALIDATION', reason: 'invalid data', report: false },
  too_many: {
    trpc: 'TOO_MANY_REQUESTS',
    status: 429,
    type: 'RATE_LIMIT',
    reason: 'limit reached',
    report: false,
  },
  /** A review platform did not answer as it should; the message says what that means. */
  source_failed: {
    trpc: 'BAD_GATEWAY',
    status: 502,
    type: 'SERVER',
    reason: 'temporarily unavailable',
    report: false,
  },
  unavailable: {
    trpc: 'SERVICE_UNAVAILABLE',
    status: 503,
    type: 'SERVER',
    reason: 'temporarily unavailable',
    report: true,
  },
} as const satisfies Record<string, ErrorRule>
export type ErrorCode = keyof typeof ERROR_TABLE

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

  /** What programs are told. */
  get outwardMessage(): string {
    return this.specified ?? this.message
  }
}

/** A refusal that a form shows beside one of its fields. */
export function fieldError(code: ErrorCode, field: string, message: string): DomainError {
  return new DomainError(code, message, { fields: { [field]: message } })
}
