import { data } from '@remix-run/cloudflare'
import { classifyError, ERROR_TEXTS, statusOfApiCode } from '#worker/rules/error-texts.ts'
import type { RouteErrorData } from './route-error.ts'

/**
 * Converts an API error to the `RouteErrorData` response that a loader throws. Other errors are returned as they are,
 * to be logged.
 */
export function routeError(error: unknown, requestId: string): unknown {
  if (!isApiError(error)) return error
  const status = statusOfApiCode(error.code)
  const type = classifyError({ status })
  // Only a DomainError's message is meant for people.
  const message = error.cause?.name === 'DomainError' ? error.cause.message : ERROR_TEXTS[type].text
  const body: RouteErrorData = { error: { type, ...ERROR_TEXTS[type], message, requestId } }
  return data(body, { status })
}

/** Detects a TRPCError by name: screens and API are bundled separately, each with its own copy of the class. */
export function isApiError(error: unknown): error is Error & { code: string; cause?: Error } {
  return (
    error instanceof Error && error.name === 'TRPCError' && 'code' in error && typeof error.code === 'string'
  )
}
