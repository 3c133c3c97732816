import type { MiddlewareHandler } from 'hono'
import { sessionToken } from '../identity/sessions/session-cookie.ts'
import { ARRIVAL_MARKER } from '../rules/redirects.ts'
import { bouncePage } from './bounce.ts'
import type { HttpEnv } from './http-env.ts'

const PROTECTED = /^\/(app|checkout|payment|invitations|verify)(\/|$)/

/**
 * A Strict cookie does not come along with a navigation that another site began, so a protected page would send a
 * signed-in person to /login, and ask them for a password at the end of a link in a mail. Such a request gets an empty page that goes on to the same address, from our own site.
 */
export const bounceFromOtherSites: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const site = c.req.header('sec-fetch-site')
  if (site !== 'cross-site' && site !== 'same-site') return next()
  const url = new URL(c.req.url)
  const isArrival =
    c.req.method === 'GET' &&
    c.req.header('sec-fetch-mode') === 'navigate' &&
    PROTECTED.test(url.pathname) &&
    !url.searchParams.has(ARRIVAL_MARKER) &&
    sessionToken(c.req.header('cookie') ?? null, c.var.settings.APP_ORIGIN) === null
  if (!isArrival) return next()
  // Stops a second detour.
  url.searchParams.set(ARRIVAL_MARKER, '1')
  return c.html(bouncePage(url.pathname + url.search))
}
