import { type Answer, json } from './wire.ts'

/** The API's own refusals stand in `error`; those of its gateway are a message, in one of two spellings. */
const ERRORS = {
  KEY: {
    status: 401,
    body: { error: { message: 'Invalid API key', type: 'UnauthorizedException', code: 'unauthorized' } },
  },
  RESTRICTED: {
    status: 403,
    body: { Message: 'User is not authorized to access this resource with an explicit deny' },
  },
  /** What a key of the successor, or none at all, gets. */
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

/** The fault `api_error`; INTERNAL unless its variant is another name. */
export function tripadvisorFault(variant: string | null): Answer {
  const isKnown = variant !== null && Object.hasOwn(ERRORS, variant)
  return tripadvisorError(isKnown ? (variant as ErrorName) : 'INTERNAL')
}
