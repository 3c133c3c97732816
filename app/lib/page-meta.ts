import { BRAND_NAME } from '#worker/rules/titles.ts'

export { BRAND_NAME }
export const BRAND_PROMISE = 'Your Google and Yelp reviews in one inbox'

/** For `meta`: 'Reviews · Review Dashboard', and a description for pages that search engines may index. */
export function pageTitle(title: string, description?: string) {
  const tag = { title: `${title} · ${BRAND_NAME}` }
  return description ? [tag, { name: 'description', content: description }] : [tag]
}

export interface RouteHandle {
  /** False for pages without scripts. */
  scripts?: boolean
  /** Query for `appearance.css`, for extras a public page needs. */
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
