export const ERROR_TYPES = [
  'NETWORK',
  'VALIDATION',
  'AUTHENTICATION',
  'AUTHORIZATION',
  'NOT_FOUND',
  'SERVER',
  'TIMEOUT',
  'RATE_LIMIT',
  'UNKNOWN',
] as const
export type ErrorType = (typeof ERROR_TYPES)[number]

export interface ErrorText {
  title: string
  text: string
  action: string
}

export const ERROR_TEXTS: Record<ErrorType, ErrorText> = {
  NETWORK: {
    title: 'Connection Error',
    text: 'Unable to connect to the server. Please check your internet connection and try again.',
    action: 'Retry',
  },
  VALIDATION: {
    title: 'Invalid Input',
    text: 'Please check your input and try again.',
    action: 'Fix Input',
  },
  AUTHENTICATION: {
    title: 'Authentication Required',
    text: 'Please sign in to continue.',
    action: 'Sign In',
  },
  AUTHORIZATION: {
    title: 'Access Denied',
    text: "You don't have permission to perform this action.",
    action: 'Contact Admin',
  },
  NOT_FOUND: {
    title: 'Not Found',
    text: 'The requested resource was not found.',
    action: 'Go Back',
  },
  SERVER: {
    title: 'Server Error',
    text: 'Something went wrong on our end. Please try again later.',
    action: 'Retry',
  },
  TIMEOUT: {
    title: 'Request Timeout',
    text: 'The request took too long to complete. Please try again.',
    action: 'Retry',
  },
  RATE_LIMIT: {
    title: 'Too Many Requests',
    text: "You've made too many requests. Please wait a moment and try again.",
    action: 'Wait & Retry',
  },
  UNKNOWN: {
    title: 'Unexpected Error',
    text: 'An unexpected error occurred. Please try again.',
    action: 'Retry',
  },
}

interface ApiCode {
  status: number
  /** Absent if the error catalog has no type for the code. */
  type?: ErrorType
}

/** All other error mappings derive from this one. */
export const API_CODES = {
  BAD_REQUEST: { status: 400, type: 'VALIDATION' },
  UNAUTHORIZED: { status: 401, type: 'AUTHENTICATION' },
  FORBIDDEN: { status: 403, type: 'AUTHORIZATION' },
  NOT_FOUND: { status: 404, type: 'NOT_FOUND' },
  METHOD_NOT_SUPPORTED: { status: 405 },
  TIMEOUT: { status: 408, type: 'TIMEOUT' },
  CONFLICT: { status: 409, type: 'VALIDATION' },
  PAYLOAD_TOO_LARGE: { status: 413 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  TOO_MANY_REQUESTS: { status: 429, type: 'RATE_LIMIT' },
  INTERNAL_SERVER_ERROR: { status: 500, type: 'SERVER' },
  BAD_GATEWAY: { status: 502, type: 'SERVER' },
  SERVICE_UNAVAILABLE: { status: 503, type: 'SERVER' },
} as const satisfies Record<string, ApiCode>
export type ApiCodeName = keyof typeof API_CODES

/** HTTP status for input that is well-formed but invalid. */
export const UNPROCESSABLE = 422

/** The API's code for a status; BAD_REQUEST if the status has none. */
export function apiCodeOf(status: number): ApiCodeName {
  const names = Object.keys(API_CODES) as ApiCodeName[]
  return names.find((name) => API_CODES[name].status === status) ?? 'BAD_REQUEST'
}

export function statusOfApiCode(code: string): number {
  return Object.entries<ApiCode>(API_CODES).find(([known]) => known === code)?.[1].status ?? 500
}

export const REVIEWS_FAILED = 'Failed to load reviews'
export const BUSINESSES_FAILED = 'Failed to fetch businesses'
export const STATISTICS_FAILED = 'Failed to load review statistics'

export const OFFLINE_TEXT = 'You are currently offline. Please check your internet connection.'

/** In the specification's order; the first match wins. */
const TYPE_OF_MESSAGE: readonly [RegExp, ErrorType][] = [
  [/network|fetch/i, 'NETWORK'],
  [/validation|invalid/i, 'VALIDATION'],
  [/unauthorized/i, 'AUTHENTICATION'],
  [/forbidden|permission/i, 'AUTHORIZATION'],
  [/not found/i, 'NOT_FOUND'],
  [/timeout/i, 'TIMEOUT'],
  [/rate limit|too many/i, 'RATE_LIMIT'],
]

/**
 * Classifies an error by its status, or else by its message: 'Failed to fetch business: not found' isn't a NETWORK
 * error.
 */
export function classifyError(error: { message?: string; status?: number }): ErrorType {
  const message = error.message ?? ''
  const status = error.status ?? statusIn(message)
  const byStatus = status === undefined ? undefined : typeOfStatus(status)
  return byStatus ?? TYPE_OF_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? 'UNKNOWN'
}

export function isRetryable(type: ErrorType): boolean {
  return type === 'NETWORK' || type === 'SERVER' || type === 'TIMEOUT'
}

function typeOfStatus(status: number): ErrorType | undefined {
  if (status >= 500 && status <= 599) return 'SERVER'
  return status === UNPROCESSABLE
    ? 'VALIDATION'
    : Object.values<ApiCode>(API_CODES).find((code) => code.status === status)?.type
}

/** The status in 'HTTP 404: Not Found' and 'HTTP error! status: 503'. */
function statusIn(message: string): number | undefined {
  const status = /\bHTTP (?:error! status: )?(\d{3})\b/.exec(message)?.[1]
  return status === undefined ? undefined : Number(status)
}
