export interface BusinessFilter {
  search: string
  state: '' | 'active' | 'paused'
}

const MAX_SEARCH_CHARS = 100

/** The filter in the address; what can't be understood counts as not given. */
export function businessFilterOf(params: URLSearchParams): BusinessFilter {
  const state = params.get('state')
  return {
    search: (params.get('search') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_CHARS),
    state: state === 'active' || state === 'paused' ? state : '',
  }
}

export function hasFilter({ search, state }: BusinessFilter): boolean {
  return search !== '' || state !== ''
}

/** As the API takes it. */
export function overviewInput({ search, state }: BusinessFilter): { search?: string; isActive?: boolean } {
  return { ...(search && { search }), ...(state && { isActive: state === 'active' }) }
}
