import { data } from '@remix-run/cloudflare'
import { classifyError, ERROR_TEXTS, statusOfApiCode } from '#worker/rules/error-texts.ts'
import type { RouteErrorData } from './route-error.ts'

/** What a loader throws for an error of the API: a `RouteErrorData` response. Others stay what they are, and are logged. */
export function routeError(error: unknown, requestId: string): unknown {
  if (!isApiError(error)) return error
  const status = statusOfApiCode(error.code)
  const type = classifyError({ status })
  // Only a DomainError's message is written for people.
  const message = error.cause?.name === 'DomainError' ? error.cause.message : ERROR_TEXTS[type].text
  const body: RouteErrorData = { error: { type, ...ERROR_TEXTS[type], message, requestId } }
  return data(body, { status })
}

/** A TRPCError, by its name: the screens and the API are built apart, each with its own copy of the class. */
export function isApiError(error: unknown): error is Error & { code: string; cause?: Error } {
  return (
    error instanceof Error && error.name === 'TRPCError' && 'code' in error && typeof error.code === 'string'
  )
}
