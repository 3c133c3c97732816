import { type Answer, json } from './wire.ts'

/** An invented project number, which error messages contain. */
const PROJECT = '204204204204'

interface ApiError {
  code: number
  status: string
  message: string
  /** Reason in `google.rpc.ErrorInfo`. */
  reason?: string
  metadata?: Readonly<Record<string, string>>
}

/** Errors of Google's APIs, by the variant of the fault `api_error`. */
const API_ERRORS = {
  UNAUTHENTICATED: () => ({
    code: 401,
    status: 'UNAUTHENTICATED',
    message:
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid ' +
      'authentication credential.',
    reason: 'ACCESS_TOKEN_EXPIRED',
  }),
  PERMISSION_DENIED: () => ({
    code: 403,
    status: 'PERMISSION_DENIED',
    message: 'The caller does not have permission',
  }),
  /** The person didn't grant the business scope. */
  SCOPE_MISSING: () => ({
    code: 403,
    status: 'PERMISSION_DENIED',
    message: 'Request had insufficient authentication scopes.',
    reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
  }),
  /** The operator hasn't enabled the API. */
  SERVICE_DISABLED: (service) => ({
    code: 403,
    status: 'PERMISSION_DENIED',
    message: `${service} has not been used in project ${PROJECT} before or it is disabled.`,
    reason: 'SERVICE_DISABLED',
    metadata: { service, consumer: `projects/${PROJECT}` },
  }),
  NOT_FOUND: () => ({ code: 404, status: 'NOT_FOUND', message: 'Requested entity was not found.' }),
  INVALID_ARGUMENT: () => ({
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'Request contains an invalid argument.',
  }),
  /** Too many requests in this minute. */
  RESOURCE_EXHAUSTED: (service) => quotaError(service, '300'),
  /** Quota of a project that Google hasn't approved yet. */
  QUOTA_ZERO: (service) => quotaError(service, '0'),
  UNAVAILABLE: () => ({
    code: 503,
    status: 'UNAVAILABLE',
    message: 'The service is currently unavailable.',
  }),
  INTERNAL: () => ({ code: 500, status: 'INTERNAL', message: 'Internal error encountered.' }),
} as const satisfies Record<string, (service: string) => ApiError>
export type ApiErrorName = keyof typeof API_ERRORS

function quotaError(service: string, limit: string): ApiError {
  return {
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message:
      "Quota exceeded for quota metric 'Requests' and limit 'Requests per minute' of service " +
      `'${service}' for consumer 'project_number:${PROJECT}'.`,
    reason: 'RATE_LIMIT_EXCEEDED',
    metadata: {
      service,
      quota_metric: `${service}/default_requests`,
      quota_limit: 'DefaultRequestsPerMinutePerProject',
      quota_location: 'global',
      quota_limit_value: limit,
      quota_unit: '1/min/{project}',
      consumer: `projects/${PROJECT}`,
    },
  }
}

/** @param changes replace the default message or reason */
export function apiError(
  name: ApiErrorName,
  service: string,
  changes: Partial<Pick<ApiError, 'message' | 'reason'>> = {},
): Answer {
  const { code, status, message, reason, metadata }: ApiError = { ...API_ERRORS[name](service), ...changes }
  const details = reason && [
    {
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason,
      domain: 'googleapis.com',
      metadata: metadata ?? { service },
    },
  ]
  return apiAnswer(code, { error: { code, message, status, ...(details && { details }) } })
}

/** The fault `api_error`; UNAVAILABLE unless its variant names another error. */
export function faultyApi(variant: string | null, service: string): Answer {
  const isKnown = variant !== null && Object.hasOwn(API_ERRORS, variant)
  return apiError(isKnown ? (variant as ApiErrorName) : 'UNAVAILABLE', service)
}

/** JSON formatted like Google's APIs: indented by two spaces. */
export function apiAnswer(status: number, value: unknown): Answer {
  return json(status, `${JSON.stringify(value, null, 2)}\n`)
}
