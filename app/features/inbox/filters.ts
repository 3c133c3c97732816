import type { DueViewName, InboxViewName } from '#worker/rules/inbox-views.ts'

/** Filters in the list's address, in form order. */
export const FILTER_NAMES = [
  'search',
  'businessId',
  'platform',
  'sentiment',
  'status',
  'visibility',
  'rating',
  'text',
  'photos',
  'changes',
  'reply',
  'assigned',
  'topic',
  'opinion',
  'term',
  'mismatch',
  'suggestion',
  'tag',
  'due',
  'from',
  'to',
  'seenFrom',
  'seenTo',
  'ids',
  'sort',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** The typed values; unset filters are absent. */
export type Filters = Partial<Record<FilterName, string>>

export function filtersIn(params: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of FILTER_NAMES) {
    const value = params.get(name)?.trim()
    if (value) filters[name] = value
  }
  return filters
}

export function listAddress(filters: Filters, cursor?: string | null): string {
  return reviewAddress(null, filters, cursor)
}

export function reviewAddress(id: string | null, filters: Filters, cursor?: string | null): string {
  const query = queryOf(filters, cursor)
  return `/app/reviews${id === null ? '' : `/${id}`}${query && '?'}${query}`
}

/** Query string of the filters, without the question mark. */
export function queryOf(filters: Filters, cursor?: string | null): string {
  const params = new URLSearchParams()
  for (const name of FILTER_NAMES) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (cursor) params.set('cursor', cursor)
  return params.toString()
}

export function reviewIdIn(pathname: string): string | null {
  return /^\/app\/reviews\/([1-9]\d*)$/.exec(pathname)?.[1] ?? null
}

/** Number of filters that narrow the list; the order doesn't count. */
export function activeFilters({ sort: _, ...filters }: Filters): number {
  return Object.values(filters).filter(Boolean).length
}

/** Maximum ids per list; `ReviewKeys` refuses more. */
export const MAX_LISTED_IDS = 100

/** Placeholder for an empty list of ids, which would otherwise list all reviews. */
export const NO_IDS = 'none'

export interface ListView {
  label: string
  filters: Filters
  /** Name of the count to show; null for drafts, which are stored only in this browser. */
  count: InboxViewName | DueViewName | null
}

/** 'Needs an answer' also excludes removed reviews (inbox-data.server.ts). */
export const LIST_VIEWS: readonly ListView[] = [
  { label: 'Needs an answer', filters: { status: 'pending' }, count: 'needsAnswer' },
  { label: 'Overdue', filters: { due: 'overdue' }, count: 'overdue' },
  { label: 'Due', filters: { due: 'due' }, count: 'due' },
  { label: 'Unhappy', filters: { sentiment: 'negative' }, count: 'unhappy' },
  { label: 'Edited or removed', filters: { changes: 'edited_or_removed' }, count: 'changed' },
  { label: 'Saved, not posted', filters: { reply: 'unposted', visibility: 'public' }, count: 'unposted' },
  { label: 'Drafts', filters: { ids: NO_IDS }, count: null },
  { label: 'Assigned to me', filters: { status: 'pending', assigned: 'me' }, count: 'assigned' },
  { label: 'To approve', filters: { suggestion: 'open' }, count: 'suggested' },
  { label: 'Answered', filters: { status: 'responded' }, count: 'answered' },
  { label: 'All', filters: {}, count: 'all' },
]

/** The view whose filters are set, ignoring business, order and search; undefined for custom filters. */
export function viewOf({ businessId: _, sort: __, search: ___, ...filters }: Filters): ListView | undefined {
  if (filters.ids) return LIST_VIEWS.find((view) => view.filters.ids)
  const query = queryOf(filters)
  return LIST_VIEWS.find((view) => queryOf(view.filters) === query)
}

export function savedViewOf<View extends { query: string }>(
  filters: Filters,
  savedViews: readonly View[],
): View | undefined {
  const query = queryOf(filters)
  return savedViews.find((view) => queryOf(filtersIn(new URLSearchParams(view.query))) === query)
}

/** Applies a view: keeps the chosen business, but uses the view's own order. */
export function viewFilters(view: Filters, { businessId }: Filters): Filters {
  return { ...view, ...(businessId && { businessId }) }
}
