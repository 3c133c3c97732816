import { doubling, nextTryAt } from '../../platform/due.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { FAILURES } from '../../rules/failures.ts'
import type { PostState } from '../../rules/responses.ts'
import { SourceError } from '../../sources/source.ts'
import type { ClaimedPost } from './claim-post.ts'

/** Result of sending a reply or checking its status. `reason` is written for the owner. */
export type Outcome =
  /** The platform has accepted the version, and checks it before showing it. */
  | { kind: 'sent' }
  | { kind: 'live' }
  | { kind: 'gone' }
  | { kind: 'undecided' }
  | { kind: 'refused'; reason: string }
  /** Paused until the account is connected again. */
  | { kind: 'disconnected'; reason: string }
  /** Paused until the reply's author has done something, such as confirm their email address. Checked regularly. */
  | { kind: 'on hold'; reason: string }
  /** Failed, perhaps temporarily. `isUnsure`: the reply may have arrived. `needsOwner`: somebody has to act first. */
  | { kind: 'later'; reason: string; waitMs: number; isUnsure: boolean; needsOwner: boolean }

/** Next state of a reply in the outbox; null: it leaves the outbox. */
export interface NextPost {
  state: PostState
  reason: string | null
  sentVersion: number | null
  sentAt: number | null
  sentText: string | null
  isUnsure: boolean
  dueAt: number | null
  attempts: number
  checks: number
}

/** Google usually decides within ten minutes, and takes 30 days at most. */
const CHECK_WAITS_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 1 * HOUR_MS] as const
const LATE_CHECK_WAIT_MS = 6 * HOUR_MS
const HELD_AFTER_MS = 10 * MINUTE_MS
const GIVE_UP_AFTER_MS = 30 * DAY_MS
const AUTHOR_WAIT_MS = 5 * MINUTE_MS
const MAX_RETRY_WAIT_MS = 6 * HOUR_MS
const BACK_OFF = {
  waitsMs: doubling(MINUTE_MS, MAX_RETRY_WAIT_MS),
  // Enough waits to fill the 30 days.
  maxTries: GIVE_UP_AFTER_MS / MAX_RETRY_WAIT_MS,
}
/** A reply that can't be sent for more than a quarter of an hour is shown as failed, but still retried. */
const TRIES_BEFORE_FAILED = 4

type PostProgress = Pick<
  ClaimedPost,
  | 'version'
  | 'text'
  | 'sentVersion'
  | 'sentAt'
  | 'sentText'
  | 'isUnsure'
  | 'state'
  | 'reason'
  | 'attempts'
  | 'checks'
>

export function afterOutcome(post: PostProgress, outcome: Outcome, now: number): NextPost | null {
  const { sentVersion, sentAt, sentText, isUnsure, state, reason, attempts, checks } = post
  const isSent = sentVersion === post.version
  const unchanged = {
    state,
    reason,
    sentVersion,
    sentAt,
    sentText,
    isUnsure,
    dueAt: null,
    attempts: 0,
    checks,
  }
  switch (outcome.kind) {
    case 'gone':
      return null
    case 'sent':
      return {
        ...unchanged,
        state: 'waiting',
        reason: null,
        sentVersion: post.version,
        sentAt: now,
        sentText: post.text,
        isUnsure: false,
        dueAt: now + CHECK_WAITS_MS[0],
        checks: 0,
      }
    case 'live':
      return { ...unchanged, state: 'live', reason: null }
    case 'undecided':
      return { ...unchanged, ...undecided(now - (sentAt ?? now), checks + 1, now), checks: checks + 1 }
    case 'refused':
      return { ...unchanged, state: 'refused', reason: outcome.reason }
    case 'disconnected':
      // The reply may well be visible by now; only the polling has ended.
      return isSent ? unchanged : { ...unchanged, state: 'failed', reason: outcome.reason }
    case 'on hold':
      return { ...unchanged, state: 'waiting', reason: outcome.reason, dueAt: now + AUTHOR_WAIT_MS }
    case 'later': {
      const tried = attempts + 1
      const triedAt = nextTryAt(BACK_OFF, tried, now)
      const dueAt = triedAt && Math.max(triedAt, now + outcome.waitMs)
      if (isSent) return { ...unchanged, dueAt, attempts: tried }
      return {
        ...unchanged,
        state: outcome.needsOwner || tried >= TRIES_BEFORE_FAILED ? 'failed' : 'waiting',
        reason: outcome.reason,
        isUnsure: isUnsure || outcome.isUnsure,
        dueAt,
        attempts: tried,
      }
    }
  }
}

/**
 * @param askedFor milliseconds since the platform accepted the reply
 * @param checks number of status checks so far
 */
function undecided(askedFor: number, checks: number, now: number): Pick<NextPost, 'state' | 'dueAt'> {
  return {
    state: askedFor < HELD_AFTER_MS ? 'waiting' : 'held',
    dueAt: askedFor < GIVE_UP_AFTER_MS ? now + (CHECK_WAITS_MS[checks] ?? LATE_CHECK_WAIT_MS) : null,
  }
}

/** Google accepts about ten changes a minute. */
const RATE_WAIT_MS = MINUTE_MS
const OWNER_WAIT_MS = HOUR_MS

/** @throws any error other than a SourceError */
export function failedOutcome(error: unknown): Outcome {
  if (!(error instanceof SourceError)) throw error
  const askedMs = (error.retryAfterSeconds ?? 0) * SECOND_MS
  const later = { kind: 'later', reason: error.message, isUnsure: false, needsOwner: false } as const
  const effect = FAILURES[error.kind].reply
  switch (effect) {
    case 'disconnect':
      return { kind: 'disconnected', reason: 'Connect Google again, and it will be sent automatically.' }
    case 'refuse':
      return { kind: 'refused', reason: error.message }
    case 'wait_for_owner':
      return { ...later, waitMs: OWNER_WAIT_MS, needsOwner: true }
    case 'wait':
      return { ...later, waitMs: Math.max(askedMs, RATE_WAIT_MS) }
    case 'retry':
      // The request may have arrived before its response was lost or unreadable.
      return {
        ...later,
        reason: "Google didn't answer as it should. We'll try again.",
        waitMs: askedMs,
        isUnsure: true,
      }
    default:
      return effect satisfies never
  }
}
