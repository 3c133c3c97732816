import type { ListReviewsInput } from './reviews.ts'

/**
 * The questions an owner comes with, each a filter. Nobody can read an answer to a review that its platform has removed, so
 * such a review needs none.
 */
export const INBOX_VIEWS = {
  needsAnswer: { status: 'pending', visibility: 'public' },
  unhappy: { sentiment: 'negative' },
  changed: { changes: 'edited_or_removed' },
  // A review that isn't there any more has no place to post a reply to.
  unposted: { reply: 'unposted', visibility: 'public' },
  assigned: { assigned: 'me', status: 'pending', visibility: 'public' },
  answered: { status: 'responded' },
  all: {},
} as const satisfies Record<string, Partial<ListReviewsInput>>

export type InboxViewName = keyof typeof INBOX_VIEWS
// Safe: the keys of the object above.
export const INBOX_VIEW_NAMES = Object.keys(INBOX_VIEWS) as InboxViewName[]

/** A count that has reached this reads '999+'. */
export const MAX_TOTAL = 1_000
/** The same of a view that is there to be looked at, not to be emptied: '99+'. */
const MAX_LOOKED_AT = 100

/** How far each view is counted: what is to be done in full, as it is worth the rows. */
export const MAX_VIEW_COUNTS: Record<InboxViewName, number> = {
  needsAnswer: MAX_TOTAL,
  unhappy: MAX_LOOKED_AT,
  changed: MAX_LOOKED_AT,
  unposted: MAX_TOTAL,
  assigned: MAX_TOTAL,
  answered: MAX_LOOKED_AT,
  all: MAX_LOOKED_AT,
}

/** 12 → '12', 1,000 → '999+': counting goes no further. */
export function countText(count: number, max: number): string {
  return count >= max ? `${max - 1}+` : String(count)
}
