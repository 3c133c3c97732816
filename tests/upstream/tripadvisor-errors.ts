import { type Answer, json } from './wire.ts'

/** Errors by the API have an `error`; those by its gateway have only a message, in one of two spellings. */
const ERRORS = {
  KEY: {
    status: 401,
    body: { error: { message: 'Invalid API key', type: 'UnauthorizedException', code: 'unauthorized' } },
  },
  RESTRICTED: {
    status: 403,
    body: { Message: 'User is not authorized to access this resource with an explicit deny' },
  },
  /** For a key of the successor API, or none. */
  FORBIDDEN: { status: 403, body: { message: 'Forbidden' } },
  NOT_FOUND: {
    status: 404,
    body: { error: { message: 'Location not found', type: 'NotFoundException', code: 'not_found' } },
  },
  LIMIT: { status: 429, body: { message: 'Limit Exceeded' } },
  INTERNAL: {
    status: 500,
    body: { error: { message: 'Internal error', type: 'InternalServerException', code: 'internal' } },
  },
} as const
type ErrorName = keyof typeof ERRORS

export function tripadvisorError(name: ErrorName): Answer {
  const { status, body } = ERRORS[name]
  return json(status, body)
}

/** The fault `api_error`; INTERNAL unless its variant names another error. */
export function tripadvisorFault(variant: string | null): Answer {
  const isKnown = variant !== null && Object.hasOwn(ERRORS, variant)
  return tripadvisorError(isKnown ? (variant as ErrorName) : 'INTERNAL')
}
