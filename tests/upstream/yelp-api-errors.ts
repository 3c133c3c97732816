import { type Answer, json } from './wire.ts'

interface YelpApiError {
  status: number
  description: string
  /** Additional fields besides code and description. */
  more?: Readonly<Record<string, unknown>>
}

/** Errors of Yelp's API by code; these are also the variants of the fault `api_error`. */
const YELP_API_ERRORS = {
  VALIDATION_ERROR: {
    status: 400,
    description: "'limit' is not valid",
    more: { field: 'limit', instance: 99 },
  },
  TOKEN_MISSING: {
    status: 401,
    description: 'An access token must be supplied in order to use this endpoint.',
  },
  TOKEN_INVALID: { status: 401, description: 'Invalid access token or authorization header.' },
  UNAUTHORIZED_ACCESS_TOKEN: {
    status: 401,
    description: 'The access token provided is not currently able to query this endpoint.',
  },
  BUSINESS_UNAVAILABLE: {
    status: 403,
    description:
      'We may not be able to provide details for certain businesses, for example if they do not have any reviews yet.',
  },
  BUSINESS_NOT_FOUND: { status: 404, description: 'The requested business could not be found.' },
  /** For `/reviews` on a plan without reviews. */
  NOT_FOUND: { status: 404, description: 'Resource could not be found.' },
  BUSINESS_MIGRATED: { status: 301, description: 'The requested business has been migrated to another one.' },
  REQUEST_ENTITY_TOO_LARGE: { status: 413, description: 'Request entity is too large.' },
  TOO_MANY_REQUESTS_PER_SECOND: {
    status: 429,
    description: 'You have exceeded the queries-per-second limit for this endpoint.',
  },
  ACCESS_LIMIT_REACHED: {
    status: 429,
    description: "You've reached the access limit for this client.",
  },
  INTERNAL_ERROR: { status: 500, description: 'Something went wrong internally, please try again later.' },
  SERVICE_UNAVAILABLE: { status: 503, description: 'The service is not available.' },
} as const satisfies Record<string, YelpApiError>
export type YelpApiErrorCode = keyof typeof YELP_API_ERRORS

const DAILY_LIMIT = 300
const DAY_MS = 24 * 60 * 60_000

/** @param more fields besides code and description, in place of the default ones */
export function yelpApiError(code: YelpApiErrorCode, more?: Readonly<Record<string, unknown>>): Answer {
  const { status, description, ...usual }: YelpApiError = YELP_API_ERRORS[code]
  const remaining = code === 'ACCESS_LIMIT_REACHED' ? 0 : DAILY_LIMIT - 1
  return json(status, { error: { code, description, ...(more ?? usual.more) } }, limitHeaders(remaining))
}

/**
 * The fault `api_error`; INTERNAL_ERROR by default. The variant `older` has a body in the form of 2016.
 * `BUSINESS_MIGRATED ID` names the listing into which this one was merged.
 */
export function faultyYelpApi(variant: string | null): Answer {
  if (variant === 'older') {
    const error = { id: 'INTERNAL_ERROR', text: 'Something went wrong internally.', field: null }
    return json(500, { error }, limitHeaders(DAILY_LIMIT - 1))
  }
  const [, newId] = /^BUSINESS_MIGRATED (\S+)$/.exec(variant ?? '') ?? []
  if (newId !== undefined) return yelpApiError('BUSINESS_MIGRATED', { new_business_id: newId })
  const isKnown = variant !== null && Object.hasOwn(YELP_API_ERRORS, variant)
  return yelpApiError(isKnown ? (variant as YelpApiErrorCode) : 'INTERNAL_ERROR')
}

/** Headers of every response with the daily limit, which resets at midnight UTC. */
export function limitHeaders(remaining: number): Record<string, string> {
  const midnight = new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS)
  return {
    'ratelimit-dailylimit': String(DAILY_LIMIT),
    'ratelimit-remaining': String(remaining),
    'ratelimit-resourcedailylimit': String(DAILY_LIMIT),
    'ratelimit-resourceremaining': String(remaining),
    'ratelimit-resettime': midnight.toISOString().replace('.000Z', '+00:00'),
  }
}
