import { isRouteErrorResponse } from '@remix-run/react'
import {
  classifyError,
  ERROR_CATALOGUE,
  type ErrorText,
  type ErrorType,
} from '#worker/rules/error-catalogue.ts'

/** An expected failure of a loader, as it travels to the ErrorBoundary. */
export interface RouteErrorDetails extends ErrorText {
  type: ErrorType
  /** What happened in this case; safe to show. */
  message: string
  requestId: string | null
}

export interface RouteErrorData {
  error: RouteErrorDetails
}

function isRouteErrorData(data: unknown): data is RouteErrorData {
  return typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'object'
}

/** The title of errors nobody expected, as the specification words it. */
const UNEXPECTED_TITLE = 'Unexpected Application Error!'

/** What the error screen shows for whatever a route threw. Never the message of an unknown error. */
export function describeRouteError(error: unknown): RouteErrorDetails {
  if (isRouteErrorResponse(error)) {
    if (isRouteErrorData(error.data)) return error.data.error
    const type = classifyError({ status: error.status })
    return { type, ...ERROR_CATALOGUE[type], message: ERROR_CATALOGUE[type].text, requestId: null }
  }
  const type = error instanceof Error ? classifyError({ message: error.message }) : 'UNKNOWN'
  if (type === 'NETWORK') {
    return { type, ...ERROR_CATALOGUE.NETWORK, message: ERROR_CATALOGUE.NETWORK.text, requestId: null }
  }
  return {
    type: 'UNKNOWN',
    ...ERROR_CATALOGUE.UNKNOWN,
    title: UNEXPECTED_TITLE,
    message: ERROR_CATALOGUE.UNKNOWN.text,
    requestId: null,
  }
}
