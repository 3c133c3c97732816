import type { TRPCClient, TRPCClientErrorLike } from '@trpc/client'
import type { AppRouter } from '#worker/api/router.ts'
import type { ErrorCode } from '#worker/errors.ts'
import { ERROR_TEXTS, type ErrorType, OFFLINE_TEXT } from '#worker/rules/error-texts.ts'
import { recordAnswer } from './report-security-event.ts'

type Answer = TRPCClientErrorLike<AppRouter>['data']

/** What a call rejects with: the server refused it, or no answer of ours came back. */
class ApiError extends Error {
  readonly answer: Answer
  readonly response: Response | null

  constructor(message: string, answer: Answer = null, response: Response | null = null) {
    super(message)
    this.answer = answer
    this.response = response
  }
}

interface Envelope {
  result?: { data: unknown }
  error?: { message: string; data: Answer }
}

/**
 * The procedures over HTTP. One request a call: a batch would make a quick answer wait for a slow one. Only the types are
 * tRPC's: its client also carries links, subscriptions and batches, 7 KB compressed on every screen.
 */
export const api = procedures([]) as TRPCClient<AppRouter>

/** `api.reviews.list.query(input)` calls the procedure `reviews.list`. */
function procedures(path: string[]): unknown {
  return new Proxy(call, {
    get: (_, name) => procedures([...path, String(name)]),
    apply: (_call, _this, [input, options]) => call(path, input, options),
  })
}

async function call(path: string[], input: unknown, options?: { signal?: AbortSignal }): Promise<unknown> {
  const url = `/trpc/${path.slice(0, -1).join('.')}`
  const json = JSON.stringify(input)
  const request: RequestInit = { ...options }
  const isMutation = path.at(-1) === 'mutate'
  if (isMutation) {
    Object.assign(request, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json })
  }
  try {
    const search = isMutation || json === undefined ? '' : `?input=${encodeURIComponent(json)}`
    const response = await fetch(url + search, request)
    void recordAnswer(response)
    const { result, error }: Envelope = await response.json()
    if (result) return result.data
    throw new ApiError(error?.message ?? 'No answer of ours', error?.data, response)
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError(String(error))
  }
}

/** What the server said about a failed call; null when no answer of ours came back. */
function answerOf(error: unknown): Answer {
  return error instanceof ApiError ? error.answer : null
}

/** The specification's type of what a call rejected with. */
export function errorType(error: unknown): ErrorType {
  const answer = answerOf(error)
  if (answer) return answer.type
  return error instanceof ApiError ? 'NETWORK' : 'UNKNOWN'
}

/** What exactly went wrong, for a screen that has an answer to it; null when no answer of ours came back. */
export function errorReason(error: unknown): ErrorCode | null {
  return answerOf(error)?.reason ?? null
}

/** What to tell the person: what happened and what to do. */
export function errorText(error: unknown): string {
  const type = errorType(error)
  if (type === 'NETWORK' && !navigator.onLine) return OFFLINE_TEXT
  return answerOf(error)?.advice || ERROR_TEXTS[type].text
}

/** How many milliseconds to wait before the next call; null where the server does not say. */
export function retryAfterMs(error: unknown): number | null {
  const response = error instanceof ApiError ? error.response : null
  const seconds = Number(response?.headers.get('retry-after'))
  return seconds > 0 ? seconds * 1000 : null
}

/** Messages that belong beside a field, by field name; empty when the error is about something else. */
export function fieldErrors(error: unknown): Readonly<Partial<Record<string, string>>> {
  return answerOf(error)?.fields ?? {}
}
