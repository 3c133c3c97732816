import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { sessionCookie } from '../identity/sessions/session-store.ts'
import { BOUNCED_MARKER } from '../rules/paths.ts'
import type { HttpEnv } from './http-env.ts'

const PROTECTED = /^\/(app|checkout|payment|invitations|verify)(\/|$)/

/**
 * A Strict cookie does not come along with a navigation that another site began, so a protected page would send a
 * signed-in person to /login, and ask them for a password at the end of a link in a mail. Such a request gets an empty page
 * that goes on to the same address, from our own site.
 */
export const bounceFromOtherSites: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const site = c.req.header('sec-fetch-site')
  if (site !== 'cross-site' && site !== 'same-site') return next()
  const url = new URL(c.req.url)
  const isFromOutside =
    c.req.method === 'GET' &&
    c.req.header('sec-fetch-mode') === 'navigate' &&
    PROTECTED.test(url.pathname) &&
    !url.searchParams.has(BOUNCED_MARKER) &&
    sessionCookie.read(c.req.header('cookie') ?? null, c.var.settings.APP_ORIGIN) === null
  if (!isFromOutside) return next()
  // Stops a second detour.
  url.searchParams.set(BOUNCED_MARKER, '1')
  return c.html(bouncePage(url.pathname + url.search))
}

/**
 * A page with nothing in it that goes on to a path of our own at once. The session cookie is SameSite=Strict, so a
 * redirect that began at another site would arrive without it; a navigation that begins on this page does not.
 * Its address leaves the browser's history.
 */
export function bouncePage(path: string) {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0;url=${path}">
<title>One moment</title></head><body><a href="${path}">Continue</a></body></html>`
}
