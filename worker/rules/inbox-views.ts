import type { ListReviewsInput } from './reviews.ts'

/**
 * The questions an owner comes with, each a filter. Nobody can read an answer to a review that its platform has removed, so
 * such a review needs none.
 */
export const INBOX_VIEWS = {
  needsAnswer: { status: 'pending', visibility: 'public' },
  unhappy: { sentiment: 'negative' },
  changed: { changes: 'edited_or_removed' },
  unposted: { reply: 'unposted' },
  assigned: { assigned: 'me', status: 'pending', visibility: 'public' },
  answered: { status: 'responded' },
  all: {},
} as const satisfies Record<string, Partial<ListReviewsInput>>

export type InboxViewName = keyof typeof INBOX_VIEWS
// Safe: the keys of the object above.
export const INBOX_VIEW_NAMES = Object.keys(INBOX_VIEWS) as InboxViewName[]

/** A count of a view that has reached this reads '99+'. */
export const MAX_VIEW_COUNT = 100
/** A number of results that has reached this reads '500+'. */
export const MAX_TOTAL = 501

/** 12 → '12', 100 → '99+': counting goes no further. */
export function countText(count: number, max: number): string {
  return count >= max ? `${max - 1}+` : String(count)
}
