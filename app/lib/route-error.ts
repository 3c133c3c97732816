import { isRouteErrorResponse } from '@remix-run/react'
import { classifyError, ERROR_TEXTS, type ErrorText, type ErrorType } from '#worker/rules/error-texts.ts'

export interface RouteErrorDetails extends ErrorText {
  type: ErrorType
  /** Details of this case; safe to show. */
  message: string
  requestId: string | null
}

export interface RouteErrorData {
  error: RouteErrorDetails
}

function isRouteErrorData(data: unknown): data is RouteErrorData {
  return typeof data === 'object' && data !== null && 'error' in data && typeof data.error === 'object'
}

/** The specification's title for unexpected errors. */
const UNEXPECTED_TITLE = 'Unexpected Application Error!'

/** Describes anything a route threw, for the error screen. Never includes the message of an unknown error. */
export function describeRouteError(error: unknown): RouteErrorDetails {
  if (isRouteErrorResponse(error)) {
    if (isRouteErrorData(error.data)) return error.data.error
    return describeErrorType(classifyError({ status: error.status }))
  }
  const type = error instanceof Error ? classifyError({ message: error.message }) : 'UNKNOWN'
  if (type === 'NETWORK') return describeErrorType(type)
  return { ...describeErrorType('UNKNOWN'), title: UNEXPECTED_TITLE }
}

function describeErrorType(type: ErrorType): RouteErrorDetails {
  return { type, ...ERROR_TEXTS[type], message: ERROR_TEXTS[type].text, requestId: null }
}

/** Most likely first. */
export const ERROR_SUGGESTIONS: Record<ErrorType, readonly string[]> = {
  NETWORK: [
    'Check your Wi-Fi or mobile connection.',
    'Switch off a VPN or proxy for a moment.',
    'Wait a minute and try again.',
  ],
  VALIDATION: ['Check the address: part of it may be missing.', 'Go back and choose it from the list.'],
  AUTHENTICATION: [
    'Sign in again: a session ends after 30 minutes without activity, unless you keep this device signed in.',
    'Check that your browser allows cookies.',
  ],
  AUTHORIZATION: [
    'Ask the owner of your organization for permission.',
    'Check that you are signed in with the right account.',
  ],
  NOT_FOUND: ['Check the address for typos.', 'It may have been moved or deleted.'],
  SERVER: [
    'Wait a minute and try again.',
    'If this keeps happening, write to us and include the request ID below.',
  ],
  TIMEOUT: ['Try again: this often passes quickly.', 'Check whether your connection is slow.'],
  RATE_LIMIT: ['Wait a minute before the next try.', 'Close other tabs that show this page.'],
  UNKNOWN: ['Reload the page.', 'If this keeps happening, write to us and tell us what you did.'],
}
