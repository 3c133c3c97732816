import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '#worker/api/router.ts'
import { MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { ERROR_TEXTS } from '#worker/rules/error-texts.ts'
import { ForeignAnswer, isOurs } from './foreign-answer.ts'
import { recordAnswer } from './report-security-event.ts'
import { organizationHeaders } from './shown-organization.ts'

/** Size below which a body is sent with `keepalive`: browsers allow 64 KiB, and a character takes up to three bytes. */
const MAX_KEPT_CHARS = 20_000

const TIMED_OUT = ERROR_TEXTS.TIMEOUT.text
const TIMEOUT_MS = 30 * SECOND_MS
/** Timeout of calls for imports, archives and reports, which take longer than others. */
const LONG_TIMEOUT_MS = 2 * MINUTE_MS
const LONG_CALL = /\/(?:imports|archives|reports)\./

/** One request per call: in a batch, fast responses would wait for the slowest. */
export const client = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/trpc',
      headers: organizationHeaders,
      fetch: async (input, init) => {
        const { body } = init as RequestInit
        const keepalive = typeof body === 'string' && body.length < MAX_KEPT_CHARS
        const signal = endingIn(LONG_CALL.test(String(input)) ? LONG_TIMEOUT_MS : TIMEOUT_MS, init?.signal)
        const response = await fetch(input, { ...(init as RequestInit), keepalive, signal })
        void recordAnswer(response)
        if (!response.ok && !(await isOurs(response))) throw new ForeignAnswer(response)
        return response
      },
    }),
  ],
})

function endingIn(timeoutMs: number, signal: AbortSignal | null | undefined): AbortSignal {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new DOMException(TIMED_OUT, 'TimeoutError')), timeoutMs)
  const end = () => {
    clearTimeout(timer)
    ending.abort(signal?.reason)
  }
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  return ending.signal
}
