import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '#worker/api/router.ts'
import type { ErrorCode } from '#worker/errors.ts'
import { ERROR_TEXTS, type ErrorType, OFFLINE_TEXT } from '#worker/rules/error-texts.ts'
import { recordAnswer } from './report-security-event.ts'

/** The procedures over HTTP. One request a call: a batch would make a quick answer wait for a slow one. */
export const api = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/trpc',
      fetch: async (input, init) => {
        const response = await fetch(input, init as RequestInit)
        void recordAnswer(response)
        return response
      },
    }),
  ],
})

/** What the server said about a failed call; null when no answer of ours came back. */
function answerOf(error: unknown) {
  const apiError: TRPCClientError<AppRouter> | null = error instanceof TRPCClientError ? error : null
  return apiError?.data ?? null
}

/** The specification's type of what a call rejected with. */
export function errorType(error: unknown): ErrorType {
  const answer = answerOf(error)
  if (answer) return answer.type
  return error instanceof TRPCClientError ? 'NETWORK' : 'UNKNOWN'
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
  const response = error instanceof TRPCClientError ? error.meta?.response : null
  const seconds = response instanceof Response ? Number(response.headers.get('retry-after')) : 0
  return seconds > 0 ? seconds * 1000 : null
}

/** Messages that belong beside a field, by field name; empty when the error is about something else. */
export function fieldErrors(error: unknown): Readonly<Partial<Record<string, string>>> {
  return answerOf(error)?.fields ?? {}
}
