import { HOUR_MS } from './durations.ts'
import { type Authority, may } from './permissions.ts'

/** Time for which a link in an alert can post its draft. */
export const POST_LINK_MS = 48 * HOUR_MS

export const POST_LINK_PAGE = '/post-reply'

export const POST_LINK_ENDED =
  'It has already been used, is more than 48 hours old, or something has changed: the review, its reply, or your account.'

export interface OfferedDraft {
  id: string
  text: string
}

export interface PayableDraft {
  id: string
  reviewId: number
}

export function postLabel(authority: Authority): string {
  return may(authority, 'replies.post') ? 'Post this draft' : 'Suggest this draft'
}

export interface PostLinkView {
  reviewId: string
  platform: string
  businessName: string
  authorName: string
  rating: number
  /** Empty for a review with stars only. */
  review: string
  draft: string
  /** False if the member's replies need approval; the draft can only be suggested then. */
  mayPost: boolean
  /** `sent`: posted or suggested with this link. */
  state: 'open' | 'sent'
  /**
   * Time at which the reply leaves the outbox; until then it can be undone. Null if the reply has left, or is only
   * suggested.
   */
  leavesAt: string | null
}
