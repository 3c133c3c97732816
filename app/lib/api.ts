import type { TRPCClient, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '#worker/api/router.ts'
import type { ErrorCode } from '#worker/errors.ts'
import { classifyError, ERROR_TEXTS, type ErrorType, OFFLINE_TEXT } from '#worker/rules/error-texts.ts'
import { isFromServer } from '#worker/rules/kept-screens.ts'
import { isServerThere } from './connection.ts'
import { ForeignAnswer } from './foreign-answer.ts'

type Call = (...args: unknown[]) => Promise<unknown>
type Procedures = Call & { [name: string]: Procedures }

/**
 * The tRPC procedures over HTTP. tRPC's client (7 KB) is loaded with the first call, so that no screen waits for it.
 */
export const api = procedures([]) as unknown as TRPCClient<AppRouter>

/** Proxies calls such as `api.reviews.list.query(input)` to tRPC's client once it is loaded. */
function procedures(path: string[]): Procedures {
  return new Proxy((() => {}) as unknown as Procedures, {
    get: (_, name) => procedures([...path, String(name)]),
    apply: (_target, _this, args: unknown[]) => {
      const call = (client: Procedures) => path.reduce((at, name) => at[name] as Procedures, client)(...args)
      // Synchronous if loaded: a call made while the page is being left would otherwise never be sent.
      return loaded ? call(loaded) : loadClient().then(call)
    },
  })
}

let loaded: Procedures | undefined

async function loadClient(): Promise<Procedures> {
  const { client } = await import('./api-client.client.ts').catch((cause) => {
    void isServerThere()
    throw new NotReached('The code of calls could not be loaded.', { cause })
  })
  loaded = client as unknown as Procedures
  return loaded
}

/** Error of a request that never left the browser. */
class NotReached extends Error {}

/** Checks by name, because the class itself is loaded with the client. */
function isCallError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof Error && error.name === 'TRPCClientError'
}

/** The server's error data for a failed call; null if the response wasn't ours. */
function answerOf(error: unknown) {
  return isCallError(error) ? (error.data ?? null) : null
}

function foreignAnswerOf(error: unknown): ForeignAnswer | null {
  return isCallError(error) && error.cause instanceof ForeignAnswer ? error.cause : null
}

export function errorType(error: unknown): ErrorType {
  const answer = answerOf(error)
  if (answer) return answer.type
  const foreign = foreignAnswerOf(error)
  if (foreign) return classifyError({ status: foreign.response.status })
  if (isCallError(error) && (error.cause as Error | undefined)?.name === 'TimeoutError') return 'TIMEOUT'
  return isCallError(error) || error instanceof NotReached ? 'NETWORK' : 'UNKNOWN'
}

/** True if the server never responded, so that the call can be repeated once there is a connection. */
export function isUnanswered(error: unknown): boolean {
  const foreign = foreignAnswerOf(error)
  return foreign ? !isFromServer(foreign.response) : errorType(error) === 'NETWORK'
}

/** The exact error code, for screens that handle it; null if the response wasn't ours. */
export function errorReason(error: unknown): ErrorCode | null {
  return answerOf(error)?.reason ?? null
}

export function errorText(error: unknown): string {
  const type = errorType(error)
  if (type === 'NETWORK' && !navigator.onLine) return OFFLINE_TEXT
  const foreign = foreignAnswerOf(error)
  if (foreign) return foreign.message
  return answerOf(error)?.advice || ERROR_TEXTS[type].text
}

/** Milliseconds to wait before the next call; null if the server doesn't say. */
export function retryAfterMs(error: unknown): number | null {
  const response = foreignAnswerOf(error)?.response ?? (isCallError(error) ? error.meta?.response : null)
  const seconds = response instanceof Response ? Number(response.headers.get('retry-after')) : 0
  return seconds > 0 ? seconds * 1000 : null
}

/** Remedies other than an immediate retry: sign in, or wait until `retryAt` (milliseconds, UTC). */
export type FailureRemedy = 'sign_in' | { retryAt: number }

export function failureRemedy(error: unknown): FailureRemedy | null {
  const reason = errorReason(error)
  if (reason === 'not_signed_in') return 'sign_in'
  const wait = reason === 'too_many' ? retryAfterMs(error) : null
  return wait === null ? null : { retryAt: Date.now() + wait }
}

/** Messages by field name; empty if the error isn't about fields. */
export function fieldErrors(error: unknown): Readonly<Partial<Record<string, string>>> {
  return answerOf(error)?.fields ?? {}
}
