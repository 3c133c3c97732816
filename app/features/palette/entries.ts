import type { Theme } from '#app/lib/theme.ts'
import type { BusinessChoice } from '#worker/rules/businesses.ts'
import type { SavedView } from '#worker/rules/inbox-views.ts'
import type { Action } from '#worker/rules/permissions.ts'
import { titleOf } from '#worker/rules/titles.ts'
import { LIST_VIEWS, listAddress } from '../inbox/filters.ts'

export type PaletteEntry = {
  group: 'Screens' | 'Views' | 'Businesses' | 'Actions'
  label: string
  /** Action that the viewer's role must allow; otherwise the entry is hidden. */
  needs?: Action
} & ({ to: string } | { does: Theme | 'logout' })

const SCREENS = [
  'reviews',
  'ask',
  'analytics',
  'businesses',
  'notifications',
  'profile',
  'team',
  'credits',
  'security',
  'data-management',
  'help',
]

/** Entries that need no request. */
export const OWN_ENTRIES: readonly PaletteEntry[] = [
  { group: 'Screens', label: 'Dashboard', to: '/app' },
  ...SCREENS.map((name): PaletteEntry => ({ group: 'Screens', label: titleOf(name), to: `/app/${name}` })),
  ...LIST_VIEWS.filter(({ count }) => count !== null).map(
    ({ label, filters }): PaletteEntry => ({ group: 'Views', label, to: listAddress(filters) }),
  ),
  { group: 'Screens', label: titleOf('billing'), to: '/app/billing', needs: 'organization.own' },
  { group: 'Screens', label: titleOf('ai-insights'), to: '/app/ai-insights' },
  { group: 'Screens', label: 'Competitors', to: '/app/ai-insights/competitors' },
  { group: 'Screens', label: 'Actions', to: '/app/ai-insights/actions' },
  { group: 'Screens', label: 'Reports', to: '/app/ai-insights/reports' },
  { group: 'Actions', label: 'Add a business', to: '/app/businesses/new' },
  { group: 'Actions', label: 'Reply templates', to: '/app/reviews/templates' },
  { group: 'Actions', label: 'Tags', to: '/app/reviews/tags' },
  { group: 'Screens', label: 'Reported reviews', to: '/app/reviews/cases' },
  { group: 'Actions', label: 'Dark mode', does: 'dark' },
  { group: 'Actions', label: 'Light mode', does: 'light' },
  { group: 'Actions', label: 'Light or dark as the system', does: 'system' },
  { group: 'Actions', label: 'Logout', does: 'logout' },
]

export function businessEntries(businesses: readonly BusinessChoice[]): PaletteEntry[] {
  return businesses.flatMap(({ id, name }): PaletteEntry[] => [
    { group: 'Businesses', label: `${name}: reviews`, to: listAddress({ businessId: id }) },
    { group: 'Businesses', label: `${name}: sources`, to: `/app/businesses/${id}/sources` },
    { group: 'Businesses', label: `${name}: add reviews`, to: `/app/businesses/${id}/import` },
    { group: 'Businesses', label: `${name}: show reviews on your site`, to: `/app/businesses/${id}/widgets` },
  ])
}

export function viewEntries(views: readonly SavedView[]): PaletteEntry[] {
  return views.map(({ name, query }) => ({ group: 'Views', label: name, to: `/app/reviews?${query}` }))
}

/** Entries that contain every typed term in any order; prefix matches come first. */
export function matchingEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const text = typed.trim().toLowerCase()
  const terms = text.split(/\s+/)
  const found = entries.filter(({ group, label }) => {
    const searched = `${group} ${label}`.toLowerCase()
    return terms.every((term) => searched.includes(term))
  })
  const begins = ({ label }: PaletteEntry) => (label.toLowerCase().startsWith(text) ? 0 : 1)
  return text ? found.toSorted((a, b) => begins(a) - begins(b)) : found
}
