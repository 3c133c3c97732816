import { wantsNoScripts } from '#app/lib/page-meta.ts'
import { routes } from '../../../build/server/index.js'

/** The address of a route of the built screens; `*` becomes a path that no screen has. */
function addressOf(id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  return `${addressOf(route.parentId)}/${(route.path ?? '').replace('*', 'nowhere')}`.replace(/\/+/g, '/')
}

/** Both addresses of a route whose last part may be missing. */
function withOptional(address: string): string[] {
  return address.endsWith('?') ? [address.replace(/\/[^/]+\?$/, ''), address.slice(0, -1)] : [address]
}

/** False for an address that only leads on to another one. */
function hasScreen(id: string): boolean {
  return routes[id]?.module.default !== undefined
}

/** The route of the built screens that answers an address, as in PAGES. */
export function routeOf(page: string): string {
  const id = Object.keys(routes).find((one) => hasScreen(one) && addressesOf(one).includes(page))
  if (id === undefined) throw new Error(`No route has the address ${page}`)
  return id
}

function addressesOf(id: string): string[] {
  return withOptional(addressOf(id).replace(/(.)\/$/, '$1'))
}

/** The addresses of every screen the build has, so that a new one joins the tables of tests by itself. */
export const PAGES: readonly string[] = [
  ...new Set(Object.keys(routes).filter(hasScreen).flatMap(addressesOf)),
]

/** Those that need a session. */
export const APP_PAGES = PAGES.filter((path) => path === '/app' || path.startsWith('/app/'))

/** Those and what is about paying. */
export const SESSION_PAGES = [...APP_PAGES, '/checkout', '/payment/success']

/**
 * Those that are the same for everyone: they carry no script. What answers for pages that don't exist is none of them, nor what a
 * token shows.
 */
export const PUBLIC_PAGES: readonly string[] = Object.keys(routes)
  .filter((id) => wantsNoScripts(routes[id]?.module.handle) && !/[*:]/.test(routes[id]?.path ?? ''))
  .map((id) => addressOf(id).replace(/(.)\/$/, '$1'))

/** The address of a page as it is about an object; one that names none in its path stays as it is. */
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

/** Where Remix asks for a page's data alone. */
export function dataAddress(page: string): string {
  return page === '/' ? '/_root.data' : `${page}.data`
}
