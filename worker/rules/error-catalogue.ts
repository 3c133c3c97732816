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
  /** Label of the button that helps. */
  action: string
}

export const ERROR_CATALOGUE: Record<ErrorType, ErrorText> = {
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

/** Said on the screen in place of what could not be read. */
export const REVIEWS_FAILED = 'Failed to load reviews'
export const STATISTICS_FAILED = 'Failed to load review statistics'

export const OFFLINE_TEXT = 'You are currently offline. Please check your internet connection.'

const TYPE_OF_STATUS = new Map<number, ErrorType>([
  [400, 'VALIDATION'],
  [401, 'AUTHENTICATION'],
  [403, 'AUTHORIZATION'],
  [404, 'NOT_FOUND'],
  [408, 'TIMEOUT'],
  [409, 'VALIDATION'],
  [422, 'VALIDATION'],
  [429, 'RATE_LIMIT'],
])

/** In the order of the specification: the first that matches decides. */
const TYPE_OF_WORDS: readonly [RegExp, ErrorType][] = [
  [/network|fetch/i, 'NETWORK'],
  [/validation|invalid/i, 'VALIDATION'],
  [/unauthorized/i, 'AUTHENTICATION'],
  [/forbidden|permission/i, 'AUTHORIZATION'],
  [/not found/i, 'NOT_FOUND'],
  [/timeout/i, 'TIMEOUT'],
  [/rate limit|too many/i, 'RATE_LIMIT'],
]

/**
 * Which of the catalogued errors this is. A status says more than words do ('Failed to fetch business: not found' with
 * 404 is no connection problem), so words decide only where no status does.
 */
export function classifyError(error: { message?: string; status?: number }): ErrorType {
  const message = error.message ?? ''
  const status = error.status ?? statusIn(message)
  const byStatus = status === undefined ? undefined : typeOfStatus(status)
  return byStatus ?? TYPE_OF_WORDS.find(([words]) => words.test(message))?.[1] ?? 'UNKNOWN'
}

export function isRetryable(type: ErrorType): boolean {
  return type === 'NETWORK' || type === 'SERVER' || type === 'TIMEOUT'
}

export function validationFailed(messages: readonly string[]): string {
  return `Validation failed: ${messages.join(', ')}`
}

export function httpFailure(status: number, statusText: string): string {
  return `HTTP ${status}: ${statusText}`
}

function typeOfStatus(status: number): ErrorType | undefined {
  return status >= 500 && status <= 599 ? 'SERVER' : TYPE_OF_STATUS.get(status)
}

/** The status in 'HTTP 404: Not Found' and 'HTTP error! status: 503'. */
function statusIn(message: string): number | undefined {
  const status = /\bHTTP (?:error! status: )?(\d{3})\b/.exec(message)?.[1]
  return status === undefined ? undefined : Number(status)
}
