import type { Listing } from './listing.ts'
import type { SimulatedReview } from './reviews.ts'
import type { World } from './world.ts'

export const REPLY_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type ReplyState = (typeof REPLY_STATES)[number]

/**
 * Moderation of a sent reply: `approve` (default) publishes it at once, `hold` leaves it pending until it is decided,
 * `reject` refuses it. The answer to the request says PENDING in all three modes.
 */
export const MODERATION_MODES = ['approve', 'hold', 'reject'] as const
export type ModerationMode = (typeof MODERATION_MODES)[number]

export const MAX_REPLY_BYTES = 4096
/** Changes of replies allowed per location and minute, about as many as Google allows. */
const EDITS_A_MINUTE = 10
const MINUTE_MS = 60_000
const USUAL_VIOLATION = 'ADVERTISING_AND_SOLICITATION'
/** Start of reply states: older replies have none, as before Google introduced them. */
const STATES_SINCE = Date.UTC(2026, 3, 1)

/** A reply as its owner sees it. `at` in milliseconds UTC; answers leave out a state that is null. */
export interface OwnReply {
  text: string
  at: number
  state: ReplyState | null
  policyViolation: string | null
}

export interface ReplyDesk {
  /** The reply to a review: the one in moderation, otherwise the public one. */
  of(review: SimulatedReview): OwnReply | null
  /** Stores a sent reply; null if the location has reached its limit of changes per minute. */
  put(listing: Listing, review: SimulatedReview, text: string): OwnReply | null
  /** False if there was none. */
  remove(listing: Listing, review: SimulatedReview): boolean
  /** Sets the moderation of replies sent from now on. */
  moderate(mode: ModerationMode, policyViolation?: string): void
  /** Ends the moderation of one reply; false if it isn't in moderation. */
  decide(reviewId: string, state: ReplyState, policyViolation?: string): boolean
  /** Sets the number of changes that a location may make per minute. */
  limit(editsAMinute: number): void
  clear(): void
}

/** Stores pending and rejected replies; approved ones are stored with the public listing. */
export function createReplyDesk(world: World): ReplyDesk {
  const held = new Map<string, { listing: Listing; reply: OwnReply }>()
  const edits = new Map<string, number[]>()
  let mode: ModerationMode = 'approve'
  let editsAMinute = EDITS_A_MINUTE
  let violation = USUAL_VIOLATION

  function mayEdit(listing: Listing): boolean {
    const recent = (edits.get(listing.key) ?? []).filter((at) => at > Date.now() - MINUTE_MS)
    if (recent.length >= editsAMinute) return false
    edits.set(listing.key, [...recent, Date.now()])
    return true
  }

  function publish(listing: Listing, reviewId: string, text: string): number {
    held.delete(reviewId)
    return world.edit(listing, 'google', reviewId, { reply: text })?.reply?.at ?? world.now()
  }

  return {
    of(review) {
      const waiting = held.get(review.id)
      if (waiting) return waiting.reply
      if (!review.reply) return null
      const state = review.reply.at < STATES_SINCE ? null : 'APPROVED'
      return { ...review.reply, state, policyViolation: null }
    },
    put(listing, review, text) {
      if (!mayEdit(listing)) return null
      const sent = { text, state: 'PENDING', policyViolation: null } as const
      if (mode === 'approve') return { ...sent, at: publish(listing, review.id, text) }
      const at = world.now()
      const reply: OwnReply =
        mode === 'hold' ? { ...sent, at } : { ...sent, at, state: 'REJECTED', policyViolation: violation }
      held.set(review.id, { listing, reply })
      return { ...sent, at }
    },
    remove(listing, review) {
      const wasHeld = held.delete(review.id)
      if (!review.reply) return wasHeld
      world.edit(listing, 'google', review.id, { reply: null })
      return true
    },
    moderate(next, policyViolation = USUAL_VIOLATION) {
      mode = next
      violation = policyViolation
    },
    decide(reviewId, state, policyViolation = USUAL_VIOLATION) {
      const waiting = held.get(reviewId)
      if (!waiting) return false
      if (state === 'APPROVED') publish(waiting.listing, reviewId, waiting.reply.text)
      else
        waiting.reply = {
          ...waiting.reply,
          state,
          policyViolation: state === 'REJECTED' ? policyViolation : null,
        }
      return true
    },
    limit(most) {
      editsAMinute = most
    },
    clear() {
      editsAMinute = EDITS_A_MINUTE
      held.clear()
      edits.clear()
      mode = 'approve'
      violation = USUAL_VIOLATION
    },
  }
}
