import type { HonoRequest } from 'hono'

/**
 * Classifies a navigation by its Fetch Metadata headers: `person` for a link or the address bar, `page` if a page of
 * another site navigated by itself, `none` if it isn't a navigation: an image, a frame, a script's request, or a
 * prefetch.
 *
 * Safari sends no Sec-Fetch-User, so there a navigation counts as a person's if it comes from our own pages or the
 * address bar. Browsers without Fetch Metadata (before March 2023) are let through: refusing them would make sign-in
 * impossible there, and all another site can do is use up the attempts of their network.
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

/** Message for requests that aren't a navigation of a tab. */
export const OPEN_IN_A_TAB = 'Open this address in its own tab.'
