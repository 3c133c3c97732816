export const BRAND_NAME = 'Review Dashboard'

const LABELS = new Map([
  ['reviews', 'Reviews'],
  ['analytics', 'Analytics'],
  ['ai-insights', 'AI Insights'],
  ['businesses', 'Businesses'],
  ['ask', 'Get reviews'],
  ['new', 'Add a business'],
  ['import', 'Add reviews'],
  ['templates', 'Reply templates'],
  ['tags', 'Tags'],
  ['cases', 'Reported reviews'],
  ['profile', 'Profile'],
  ['credits', 'AI Credits'],
  ['team', 'Team'],
  ['security', 'Security'],
  ['help', 'Help & Support'],
  ['data-management', 'Data Management'],
])

/** Ids get no crumb, because the heading says what the page is about. */
const IS_ID = /^(?:\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export interface Crumb {
  label: string
  path: string
}

const HOME: Crumb = { label: 'Home', path: '/app' }

/** Falls back to the segment in title case, with spaces for hyphens. */
export function titleOf(segment: string): string {
  const label = LABELS.get(segment)
  if (label !== undefined) return label
  return segment
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')
}

/** Crumbs from Home (/app) to the page; empty on Home itself, where they are hidden. */
export function breadcrumbsOf(pathname: string): Crumb[] {
  let path = ''
  const crumbs: Crumb[] = []
  for (const segment of pathname.split('/').filter(Boolean)) {
    path += `/${segment}`
    if (path !== HOME.path && !IS_ID.test(segment)) crumbs.push({ label: titleOf(segment), path })
  }
  return crumbs.length === 0 ? [] : [HOME, ...crumbs]
}
