import type { MiddlewareHandler } from 'hono'
import { html } from 'hono/html'
import { sessionCookie } from '../identity/sessions/session-store.ts'
import { BOUNCED_MARKER } from '../rules/paths.ts'
import type { HttpEnv } from './http-env.ts'

const PROTECTED = /^\/(app|checkout|payment|invitations|verify|oauth)(\/|$)/

/**
 * Browsers don't send a Strict cookie with a navigation from another site, so a protected page would redirect a
 * signed-in person to /login after a link in an email. Instead, the request gets an empty page that navigates to the
 * same URL from our own site.
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
  // Prevents a second bounce.
  url.searchParams.set(BOUNCED_MARKER, '1')
  return c.html(bouncePage(url.pathname + url.search))
}

/**
 * A page that navigates to `path` without leaving an entry in the browser's history. The session cookie is
 * SameSite=Strict: a redirect that began at another site wouldn't carry it, but a navigation from this page does.
 */
export function bouncePage(path: string) {
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<meta http-equiv="refresh" content="0;url=${path}">
<title>One moment</title></head><body><a href="${path}">Continue</a></body></html>`
}
