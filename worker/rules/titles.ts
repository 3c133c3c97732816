const LABELS = new Map([
  ['reviews', 'Reviews'],
  ['analytics', 'Analytics'],
  ['businesses', 'Businesses'],
  ['profile', 'Profile'],
  ['credits', 'AI Credits'],
  ['team', 'Team'],
  ['security', 'Security'],
  ['help', 'Help & Support'],
  ['data-management', 'Data Management'],
])

export interface Crumb {
  label: string
  path: string
}

const HOME: Crumb = { label: 'Home', path: '/app' }

/** The label of one path segment; one without a label of its own is title-cased, dashes as spaces. */
export function titleOf(segment: string): string {
  const label = LABELS.get(segment)
  if (label !== undefined) return label
  return segment
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')
}

/**
 * The way from Home (/app) to a page of the application.
 *
 * @returns empty on Home itself, where breadcrumbs are hidden
 */
export function breadcrumbsOf(pathname: string): Crumb[] {
  let path = ''
  const crumbs: Crumb[] = []
  for (const segment of pathname.split('/').filter(Boolean)) {
    path += `/${segment}`
    if (path !== HOME.path) crumbs.push({ label: titleOf(segment), path })
  }
  return crumbs.length === 0 ? [] : [HOME, ...crumbs]
}
