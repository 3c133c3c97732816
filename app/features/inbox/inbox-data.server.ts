import * as v from 'valibot'
import type { NumberFormat } from '#worker/rules/counted.ts'
import { ListReviewsInput } from '#worker/rules/reviews.ts'
import type { InboxView } from '#worker/screens/reviews-screen.ts'
import { backfillsMessage } from '../collection/run-message.ts'
import { historyOf, reviewRow } from '../reviews/review-row.server.ts'
import { filterTexts } from './filter-texts.server.ts'
import { type FilterName, type Filters, filtersIn, NO_IDS } from './filters.ts'

interface Asked extends Pick<ReadFilters, 'filters' | 'errors'> {
  /** Cursor of this page; null on the first. */
  cursor: string | null
  /** Id of the open review; null if only the list is open. */
  openId: string | null
}

export function inboxData(
  view: InboxView,
  asked: Asked,
  format: NumberFormat & { date: (day: string) => string },
) {
  const { backfills, ...shown } = view
  const businesses = view.businesses ?? []
  return {
    ...shown,
    backfill: backfillsMessage(backfills, format),
    ...asked,
    items: view.items.map(reviewRow),
    selected: view.selected && { ...reviewRow(view.selected), history: historyOf(view.selected) },
    businesses,
    filterTexts: filterTexts(asked.filters, { ...view, businesses }, format.date),
    // Null means that the read failed, not that there are no businesses.
    isNew: view.businesses?.length === 0,
  }
}

export type Inbox = ReturnType<typeof inboxData>

type ListInput = NonNullable<v.InferInput<typeof ListReviewsInput>>

interface ReadFilters {
  /** The filters as typed, including invalid ones, so that the form can show them again. */
  filters: Filters
  /** Error messages for invalid filters, which aren't applied. */
  errors: Partial<Record<FilterName, string>>
  input: ListInput
}

/** Validates with the API's schema. An invalid filter is skipped, not fatal. */
export function readFilters(params: URLSearchParams): ReadFilters {
  const filters = filtersIn(params)
  const errors: ReadFilters['errors'] = {}
  const candidate: Record<string, unknown> = { ...filters }
  if (filters.rating) candidate.rating = Number(filters.rating)
  if (filters.ids) candidate.ids = filters.ids === NO_IDS ? [] : filters.ids.split(',')
  // Cross-field checks run only once every field is valid, hence the second pass.
  for (let look = 0; look < 2; look += 1) {
    for (const issue of v.safeParse(ListReviewsInput, candidate).issues ?? []) {
      const name = String(issue.path?.[0]?.key) as FilterName
      errors[name] ??= issue.message
      delete candidate[name]
    }
  }
  // Replies to removed reviews can't be read by anybody, so removed reviews don't need one.
  if (candidate.status === 'pending') {
    candidate.visibility ??= 'public'
    candidate.sort ??= 'worst'
  }
  return { filters, errors, input: candidate }
}
