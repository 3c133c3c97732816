import { failure } from './failure.ts'
import { retryAfterSeconds } from './retry-after.ts'
import type { SourceAnswer, SourceError } from './source.ts'

/**
 * What the status alone says, whatever the body: null for 2xx. Redirects count as refusals, because a list of
 * reviews is never moved; only `resolve` follows them.
 */
export function statusRefusal(name: string, answer: SourceAnswer): SourceError | null {
  const { status } = answer
  if (status >= 200 && status < 300) return null
  const wait = { retryAfterSeconds: retryAfterSeconds(answer.headers) }
  if (status === 429) return failure(name, 'rate_limited', wait)
  if (status === 404 || status === 410) return failure(name, 'not_found')
  if (status === 408 || status >= 500) return failure(name, 'unavailable', wait)
  if (status === 401 || status === 403 || status < 400) return failure(name, 'blocked', wait)
  return failure(name, 'format_changed')
}
