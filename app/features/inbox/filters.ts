import type { InboxViewName } from '#worker/rules/inbox-views.ts'

/** The filters in the list's address, in the order of the form. */
export const FILTER_NAMES = [
  'search',
  'businessId',
  'platform',
  'sentiment',
  'status',
  'visibility',
  'rating',
  'text',
  'changes',
  'reply',
  'assigned',
  'topic',
  'opinion',
  'term',
  'mismatch',
  'from',
  'to',
  'seenFrom',
  'seenTo',
  'ids',
  'sort',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** As typed; a filter that is not set is absent. */
export type Filters = Partial<Record<FilterName, string>>

export function filtersIn(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of FILTER_NAMES) {
    const value = params.get(name)?.trim()
    if (value) filters[name] = value
  }
  return filters
}

/** The address of the list with these filters; empty ones are left out. */
export function listAddress(filters: Filters, cursor?: string | null): string {
  return reviewAddress(null, filters, cursor)
}

/** The address of a review beside the list that it was opened from; of the list alone for null. */
export function reviewAddress(id: string | null, filters: Filters, cursor?: string | null): string {
  const query = queryOf(filters, cursor)
  return `/app/reviews${id === null ? '' : `/${id}`}${query && '?'}${query}`
}

/** The filters as a query string, without its question mark. */
export function queryOf(filters: Filters, cursor?: string | null): string {
  const params = new URLSearchParams()
  for (const name of FILTER_NAMES) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (cursor) params.set('cursor', cursor)
  return params.toString()
}

/** The id in the address of a review; null in that of the list. */
export function reviewIdIn(pathname: string): string | null {
  return /^\/app\/reviews\/([1-9]\d*)$/.exec(pathname)?.[1] ?? null
}

/** How many filters narrow the list; the order does not. */
export function activeFilters({ sort: _, ...filters }: Filters): number {
  return Object.values(filters).filter(Boolean).length
}

/** A list is asked for at most so many reviews by their ids: `ReviewKeys` refuses more. */
export const MAX_LISTED_IDS = 100

/** In place of ids where there are none: a list of no reviews, not of all. */
export const NO_IDS = 'none'

export interface ListView {
  label: string
  filters: Filters
  /** Whose count it has; null for drafts, which are this browser's. */
  count: InboxViewName | null
}

/** The questions an owner comes with, each a set of filters. What needs an answer is what is shown still (filters.server.ts). */
export const LIST_VIEWS: readonly ListView[] = [
  { label: 'Needs an answer', filters: { status: 'pending' }, count: 'needsAnswer' },
  { label: 'Unhappy', filters: { sentiment: 'negative' }, count: 'unhappy' },
  { label: 'Edited or removed', filters: { changes: 'edited_or_removed' }, count: 'changed' },
  { label: 'Saved, not posted', filters: { reply: 'unposted', visibility: 'public' }, count: 'unposted' },
  { label: 'Drafts', filters: { ids: NO_IDS }, count: null },
  { label: 'Assigned to me', filters: { status: 'pending', assigned: 'me' }, count: 'assigned' },
  { label: 'Answered', filters: { status: 'responded' }, count: 'answered' },
  { label: 'All', filters: {}, count: 'all' },
]

/** The view that the filters are, whatever the business, the order and the search; undefined for filters of one's own. */
export function viewOf({ businessId: _, sort: __, search: ___, ...filters }: Filters): ListView | undefined {
  if (filters.ids) return LIST_VIEWS.find((view) => view.filters.ids)
  const query = queryOf(filters)
  return LIST_VIEWS.find((view) => queryOf(view.filters) === query)
}

/** The one of somebody's own views that the filters are. */
export function savedViewOf<View extends { query: string }>(
  filters: Filters,
  savedViews: readonly View[],
): View | undefined {
  const query = queryOf(filters)
  return savedViews.find((view) => queryOf(filtersIn(new URLSearchParams(view.query))) === query)
}

/** A view keeps the business that was chosen, and has its own order. */
export function viewFilters(view: Filters, { businessId }: Filters): Filters {
  return { ...view, ...(businessId && { businessId }) }
}
