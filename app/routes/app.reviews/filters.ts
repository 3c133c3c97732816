/** The filters in the list's address, in the order of the form. */
export const FILTER_NAMES = [
  'search',
  'businessId',
  'platform',
  'sentiment',
  'status',
  'visibility',
  'rating',
  'from',
  'to',
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
export function listAddress(filters: Filters, cursor?: string): string {
  const params = new URLSearchParams()
  for (const name of FILTER_NAMES) {
    const value = filters[name]
    if (value) params.set(name, value)
  }
  if (cursor) params.set('cursor', cursor)
  return params.size > 0 ? `/app/reviews?${params}` : '/app/reviews'
}

/** How many filters narrow the list; the order does not. */
export function activeFilters({ sort: _, ...filters }: Filters): number {
  return Object.values(filters).filter(Boolean).length
}

/** The questions an owner comes with, each a set of filters. */
export const SAVED_VIEWS = [
  { label: 'All', filters: {} },
  { label: 'Waiting', filters: { status: 'pending' } },
  { label: 'Unhappy', filters: { sentiment: 'negative' } },
  { label: 'Answered', filters: { status: 'responded' } },
] as const satisfies { label: string; filters: Filters }[]

/** True where tabs and search say all there is to say, so that the other filters can stay folded. */
export function isSavedView(filters: Filters): boolean {
  const address = listAddress({ ...filters, search: '' })
  return SAVED_VIEWS.some((view) => listAddress(viewFilters(view.filters, filters)) === address)
}

/** Saved views keep the business and the order that were chosen. */
export function viewFilters(view: Filters, { businessId, sort }: Filters): Filters {
  return { ...view, ...(businessId && { businessId }), ...(sort && { sort }) }
}
