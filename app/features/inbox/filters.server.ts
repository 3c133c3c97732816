import * as v from 'valibot'
import { ListReviewsInput } from '#worker/rules/reviews.ts'
import { type FilterName, type Filters, filtersIn, NO_IDS } from './filters.ts'

type ListInput = NonNullable<v.InferInput<typeof ListReviewsInput>>

export interface ReadFilters {
  /** As typed, wrong ones included, so that the form can show them again. */
  filters: Filters
  /** What is wrong with a filter; such a filter is not applied. */
  errors: Partial<Record<FilterName, string>>
  input: ListInput
}

/** Filters out of an address, each checked like the API does: one wrong filter doesn't cost the whole screen. */
export function readFilters(params: URLSearchParams): ReadFilters {
  const filters = filtersIn(params)
  const errors: ReadFilters['errors'] = {}
  const candidate: Record<string, unknown> = { ...filters }
  if (filters.rating) candidate.rating = Number(filters.rating)
  if (filters.ids) candidate.ids = filters.ids === NO_IDS ? [] : filters.ids.split(',')
  // A check over two fields runs only once each of them is right by itself, hence the second look.
  for (let look = 0; look < 2; look += 1) {
    for (const issue of v.safeParse(ListReviewsInput, candidate).issues ?? []) {
      const name = String(issue.path?.[0]?.key) as FilterName
      errors[name] ??= issue.message
      delete candidate[name]
    }
  }
  // Nobody can read an answer to a review that its platform has removed, so such a review waits for none.
  if (candidate.status === 'pending') {
    candidate.visibility ??= 'public'
    candidate.sort ??= 'worst'
  }
  return { filters, errors, input: candidate }
}
