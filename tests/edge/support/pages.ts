import { wantsNoScripts } from '#app/lib/page-meta.ts'
import { routes } from '../../../build/server/index.js'

/** The address of a route of the built screens; `*` becomes a path without a screen. */
function addressOf(id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  return `${addressOf(route.parentId)}/${(route.path ?? '').replace('*', 'nowhere')}`.replace(/\/+/g, '/')
}

/** Both addresses of a route whose last part is optional. */
function withOptional(address: string): string[] {
  return address.endsWith('?') ? [address.replace(/\/[^/]+\?$/, ''), address.slice(0, -1)] : [address]
}

/** False for an address that only redirects. */
function hasScreen(id: string): boolean {
  return routes[id]?.module.default !== undefined
}

/** The route of the built screens for an address, as in PAGES. */
export function routeOf(page: string): string {
  const id = Object.keys(routes).find((one) => hasScreen(one) && addressesOf(one).includes(page))
  if (id === undefined) throw new Error(`No route has the address ${page}`)
  return id
}

function addressesOf(id: string): string[] {
  return withOptional(addressOf(id).replace(/(.)\/$/, '$1'))
}

/** The addresses of every screen in the build, so that the tests include new ones automatically. */
export const PAGES: readonly string[] = [
  ...new Set(Object.keys(routes).filter(hasScreen).flatMap(addressesOf)),
]

/** Pages that need a session. */
export const APP_PAGES = PAGES.filter((path) => path === '/app' || path.startsWith('/app/'))

/** Pages that need a session, and those about paying. */
export const SESSION_PAGES = [...APP_PAGES, '/checkout', '/payment/success']

/**
 * Pages that are the same for everyone, without scripts. Excludes the response for unknown pages, and pages that show
 * what a token opens.
 */
export const PUBLIC_PAGES: readonly string[] = Object.keys(routes)
  .filter((id) => wantsNoScripts(routes[id]?.module.handle) && !/[*:]/.test(routes[id]?.path ?? ''))
  .map((id) => addressOf(id).replace(/(.)\/$/, '$1'))

/** The address of a page for an object; pages without an object in their path stay unchanged. */
export function pageAbout(page: string, { businessId, reviewId, reportId }: Objects): string {
  return page
    .replace('/reviews/:id', `/reviews/${reviewId}`)
    .replace('/reports/:id', `/reports/${reportId}`)
    .replace(':id', businessId)
}

interface Objects {
  businessId: string
  reviewId: string
  reportId: string
}

/** The address at which Remix requests only a page's data. */
export function dataAddress(page: string): string {
  return page === '/' ? '/_root.data' : `${page}.data`
}
