import type { TRPCClient, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '#worker/api/router.ts'
import type { ErrorCode } from '#worker/errors.ts'
import { classifyError, ERROR_TEXTS, type ErrorType, OFFLINE_TEXT } from '#worker/rules/error-texts.ts'
import { isFromServer } from '#worker/rules/kept-screens.ts'
import { isServerThere } from './connection.ts'
import { ForeignAnswer } from './foreign-answer.ts'

type Call = (...args: unknown[]) => Promise<unknown>
type Procedures = Call & { [name: string]: Procedures }

/** The procedures over HTTP. tRPC's client comes with the first call: no screen waits for its 7 KB. */
export const api = procedures([]) as unknown as TRPCClient<AppRouter>

/** `api.reviews.list.query(input)` is that of tRPC's client, once it is here. */
function procedures(path: string[]): Procedures {
  return new Proxy((() => {}) as unknown as Procedures, {
    get: (_, name) => procedures([...path, String(name)]),
    apply: (_target, _this, args: unknown[]) => {
      const call = (client: Procedures) => path.reduce((at, name) => at[name] as Procedures, client)(...args)
      // Without waiting where it is here: what a page asks for while it is being left would never be sent.
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

/** A call that never left the browser. */
class NotReached extends Error {}

/** By its name: the class itself comes with the client. */
function isCallError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof Error && error.name === 'TRPCClientError'
}

/** What the server said about a failed call; null when no answer of ours came back. */
function answerOf(error: unknown) {
  return isCallError(error) ? (error.data ?? null) : null
}

/** Somebody on the way to the server answered a call. */
function foreignAnswerOf(error: unknown): ForeignAnswer | null {
  return isCallError(error) && error.cause instanceof ForeignAnswer ? error.cause : null
}

/** The specification's type of what a call rejected with. */
export function errorType(error: unknown): ErrorType {
  const answer = answerOf(error)
  if (answer) return answer.type
  const foreign = foreignAnswerOf(error)
  if (foreign) return classifyError({ status: foreign.response.status })
  if (isCallError(error) && (error.cause as Error | undefined)?.name === 'TimeoutError') return 'TIMEOUT'
  return isCallError(error) || error instanceof NotReached ? 'NETWORK' : 'UNKNOWN'
}

/** True where the call got no answer of the server, so that it can be made again once there is a connection. */
export function isUnanswered(error: unknown): boolean {
  const foreign = foreignAnswerOf(error)
  return foreign ? !isFromServer(foreign.response) : errorType(error) === 'NETWORK'
}

/** What exactly went wrong, for a screen that has an answer to it; null when no answer of ours came back. */
export function errorReason(error: unknown): ErrorCode | null {
  return answerOf(error)?.reason ?? null
}

/** What to tell the person: what happened and what to do. */
export function errorText(error: unknown): string {
  const type = errorType(error)
  if (type === 'NETWORK' && !navigator.onLine) return OFFLINE_TEXT
  const foreign = foreignAnswerOf(error)
  if (foreign) return foreign.message
  return answerOf(error)?.advice || ERROR_TEXTS[type].text
}

/** How many milliseconds to wait before the next call; null where the server does not say. */
export function retryAfterMs(error: unknown): number | null {
  const response = foreignAnswerOf(error)?.response ?? (isCallError(error) ? error.meta?.response : null)
  const seconds = response instanceof Response ? Number(response.headers.get('retry-after')) : 0
  return seconds > 0 ? seconds * 1000 : null
}

/** What helps besides trying again at once: signing in, or waiting until then (milliseconds, UTC). */
export type FailureRemedy = 'sign_in' | { retryAt: number }

export function failureRemedy(error: unknown): FailureRemedy | null {
  const reason = errorReason(error)
  if (reason === 'not_signed_in') return 'sign_in'
  const wait = reason === 'too_many' ? retryAfterMs(error) : null
  return wait === null ? null : { retryAt: Date.now() + wait }
}

/** Messages that belong beside a field, by field name; empty when the error is about something else. */
export function fieldErrors(error: unknown): Readonly<Partial<Record<string, string>>> {
  return answerOf(error)?.fields ?? {}
}
