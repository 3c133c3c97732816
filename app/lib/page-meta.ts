import { BRAND_NAME } from '#worker/rules/titles.ts'

export { BRAND_NAME }
export const BRAND_PROMISE = 'Your Google and Yelp reviews in one inbox'

/** Entries for `meta`: the title, as in 'Reviews · Review Dashboard', and a description for search engines. */
export function pageTitle(title: string, description?: string) {
  const tag = { title: `${title} · ${BRAND_NAME}` }
  return description ? [tag, { name: 'description', content: description }] : [tag]
}

export interface RouteHandle {
  /** False for pages without scripts. */
  scripts?: boolean
  /** Query string for `appearance.css`, to request extra rules for a public page. */
  appearance?: string
}

export function appearanceOf(handle: unknown): string | undefined {
  return typeof handle === 'object' &&
    handle !== null &&
    'appearance' in handle &&
    typeof handle.appearance === 'string'
    ? handle.appearance
    : undefined
}

export function wantsNoScripts(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'scripts' in handle && handle.scripts === false
}
