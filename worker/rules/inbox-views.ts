import * as v from 'valibot'
import { nameString, uuid } from './fields.ts'
import type { ListReviewsInput } from './reviews.ts'

/** Each view is a filter. Reviews removed by their platform need no reply, because nobody could see one. */
export const INBOX_VIEWS = {
  needsAnswer: { status: 'pending', visibility: 'public' },
  unhappy: { sentiment: 'negative' },
  changed: { changes: 'edited_or_removed' },
  // A reply to a removed review can't be posted.
  unposted: { reply: 'unposted', visibility: 'public' },
  assigned: { assigned: 'me', status: 'pending', visibility: 'public' },
  suggested: { suggestion: 'open' },
  answered: { status: 'responded' },
  all: {},
} as const satisfies Record<string, Partial<ListReviewsInput>>

export type InboxViewName = keyof typeof INBOX_VIEWS

/** Counted separately, because due reviews change with time. */
export type DueViewName = NonNullable<ListReviewsInput['due']>
// Safe: the keys of the object above.
export const INBOX_VIEW_NAMES = Object.keys(INBOX_VIEWS) as InboxViewName[]

/** Counts of this size and above are shown as '999+'. */
export const MAX_TOTAL = 1_000
/** Counting limit of views that aren't to-do lists. Counts of this size and above are shown as '99+'. */
const MAX_LOOKED_AT = 100

/**
 * Limit of each view's count. To-do views are counted further, because their exact number is worth reading more rows.
 */
export const MAX_VIEW_COUNTS: Record<InboxViewName, number> = {
  needsAnswer: MAX_TOTAL,
  unhappy: MAX_LOOKED_AT,
  changed: MAX_LOOKED_AT,
  unposted: MAX_TOTAL,
  assigned: MAX_TOTAL,
  suggested: MAX_TOTAL,
  answered: MAX_LOOKED_AT,
  all: MAX_LOOKED_AT,
}

/** 12 → '12', 1,000 → '999+' if the counting limit `max` is 1,000. */
export function countText(count: number, max: number): string {
  return count >= max ? `${max - 1}+` : String(count)
}

/** Limit per person and organization. */
export const MAX_SAVED_VIEWS = 20
export const MAX_VIEW_NAME_CHARS = 40
const MAX_QUERY_CHARS = 1_000
const NO_FILTER = 'Choose a filter first.'

export interface SavedView {
  id: string
  name: string
  /** Query string of the inbox URL, without the question mark. */
  query: string
}

export const SaveViewInput = v.object({
  name: nameString(MAX_VIEW_NAME_CHARS, 'Name', 'Give the view a name.'),
  query: v.pipe(
    v.string(NO_FILTER),
    v.maxLength(MAX_QUERY_CHARS, 'These filters are too long to keep.'),
    v.regex(/^[\w.~%&=+*-]+$/, NO_FILTER),
  ),
})
export type SaveViewInput = v.InferOutput<typeof SaveViewInput>

export const SavedViewId = v.object({ id: uuid('Unknown view.') })
export type SavedViewId = v.InferOutput<typeof SavedViewId>
