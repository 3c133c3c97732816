import type { Listing } from './listing.ts'
import type { SimulatedReview } from './reviews.ts'
import type { World } from './world.ts'

export const REPLY_STATES = ['PENDING', 'APPROVED', 'REJECTED'] as const
export type ReplyState = (typeof REPLY_STATES)[number]

/**
 * What becomes of a reply that is sent: `approve` (usual) publishes it at once, `hold` leaves it pending until it is
 * decided, `reject` refuses it. Whatever it is, the answer to the request itself says PENDING.
 */
export const MODERATION_MODES = ['approve', 'hold', 'reject'] as const
export type ModerationMode = (typeof MODERATION_MODES)[number]

export const MAX_REPLY_BYTES = 4096
/** Replies of one location may be changed about this often a minute. */
const EDITS_A_MINUTE = 10
const MINUTE_MS = 60_000
const USUAL_VIOLATION = 'ADVERTISING_AND_SOLICITATION'
/** Replies from before this day have no state, as in the answers before Google introduced it. */
const STATES_SINCE = Date.UTC(2026, 3, 1)

/** A reply as its owner sees it. `at` in milliseconds UTC; a state that is null is left out of answers. */
export interface OwnReply {
  text: string
  at: number
  state: ReplyState | null
  policyViolation: string | null
}

export interface ReplyDesk {
  /** The reply of a review: the one under moderation, else the one on show. */
  of(review: SimulatedReview): OwnReply | null
  /** Takes a reply in; null when there were too many changes in this minute. */
  put(listing: Listing, review: SimulatedReview, text: string): OwnReply | null
  /** False when there was none. */
  remove(listing: Listing, review: SimulatedReview): boolean
  /** How replies are treated from now on. */
  moderate(mode: ModerationMode, policyViolation?: string): void
  /** Ends the moderation of one reply; false when none is under way. */
  decide(reviewId: string, state: ReplyState, policyViolation?: string): boolean
  /** Sets the number of changes a location may make a minute from now on. */
  limit(editsAMinute: number): void
  clear(): void
}

/** Approved replies stand on the public listing; the others only here. */
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
