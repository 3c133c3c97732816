import type { HonoRequest } from 'hono'

/**
 * Who sends a browser to an address that begins something: `person` by a link or the address bar, `page` where a page
 * of another site did it by itself, `none` where nobody goes there at all: an image, a frame, a script's request, or a
 * browser that fetches ahead.
 *
 * Safari sends no Sec-Fetch-User, so that there a navigation counts as a person's where our own pages or the address bar
 * began it. Browsers without Fetch Metadata (before March 2023) are let through: to refuse them would take signing in
 * from them, and all that another site can do there is to use up the attempts of their network.
 */
export function navigationOf(request: HonoRequest): 'person' | 'page' | 'none' {
  const purpose = request.header('sec-purpose') ?? request.header('purpose') ?? request.header('x-moz') ?? ''
  if (/\b(prefetch|prerender|preview)\b/.test(purpose)) return 'none'
  const mode = request.header('sec-fetch-mode')
  if (mode === undefined) return 'person'
  if (mode !== 'navigate' || request.header('sec-fetch-dest') !== 'document') return 'none'
  const isOurs = ['same-origin', 'none'].includes(request.header('sec-fetch-site') ?? '')
  return isOurs || request.header('sec-fetch-user') === '?1' ? 'person' : 'page'
}

/** Said to what is no navigation of a tab. */
export const OPEN_IN_A_TAB = 'Open this address in its own tab.'
