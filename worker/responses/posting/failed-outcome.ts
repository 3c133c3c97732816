import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { SourceError } from '../../sources/source.ts'
import type { Outcome } from './outcome.ts'

/** Google takes about ten changes a minute. */
const RATE_WAIT_MS = MINUTE_MS
/** For what somebody has to do first. */
const OWNER_WAIT_MS = HOUR_MS

/**
 * What a request to Google that went wrong means for the reply.
 *
 * @throws everything but a SourceError
 */
export function failedOutcome(error: unknown): Outcome {
  if (!(error instanceof SourceError)) throw error
  const askedMs = (error.retryAfterSeconds ?? 0) * SECOND_MS
  const later = { kind: 'later', isUnsure: false, needsOwner: false } as const
  switch (error.kind) {
    case 'reconnect':
      return { kind: 'disconnected', reason: 'Connect Google again, then it is sent by itself.' }
    case 'not_found':
    case 'wrong_listing':
      return { kind: 'refused', reason: error.message }
    case 'not_allowed':
    case 'not_offered':
      return { ...later, reason: error.message, waitMs: OWNER_WAIT_MS, needsOwner: true }
    case 'rate_limited':
    case 'quota':
      return { ...later, reason: error.message, waitMs: Math.max(askedMs, RATE_WAIT_MS) }
    case 'unavailable':
    case 'blocked':
    case 'consent':
    case 'limited_view':
    case 'cursor_expired':
    case 'format_changed':
      // The request may have arrived before its answer broke off, or turned out to be none.
      return {
        ...later,
        reason: "Google didn't answer as it should. We try again.",
        waitMs: askedMs,
        isUnsure: true,
      }
  }
}
