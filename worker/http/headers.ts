import type { HonoRequest, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { ActiveSession } from '../identity/sessions/active-session.ts'
import { ACCOUNT_HEADER, isAppPath, isKeptPath, NOBODY, SESSION_ENDS_HEADER } from '../rules/kept-screens.ts'
import { isPublicPath } from '../rules/paths.ts'
import { sessionEndsAt } from '../rules/sessions.ts'
import { isDataPath } from './envelope.ts'
import type { HttpEnv } from './http-env.ts'

/** What the database can't answer now it can in a moment, as a rule. */
const RETRY_AFTER_SECONDS = 5
const PUBLIC_CACHE = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400'

/** The headers that every answer has alike, errors and redirects included. */
export const fixedHeaders: MiddlewareHandler<HttpEnv> = secureHeaders({
  strictTransportSecurity: 'max-age=63072000; includeSubDomains',
  referrerPolicy: 'strict-origin-when-cross-origin',
  xFrameOptions: 'DENY',
  permissionsPolicy: { camera: [], microphone: [], geolocation: [], usb: [], payment: [] },
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** A page whose address has a token that was mailed or handed on, or a code: no other page learns it, and no search engine. */
const TOKEN_PAGES =
  /^\/(api\/unsubscribe|verify|reset-password|invitations|recipients|unsubscribe|keep-account|reports|auth|connections)([./]|$)/i

/** By the address as it was sent: `path` is decoded, and others would keep a page under the spelling they asked for. */
function isPublicPage({ url }: HonoRequest): boolean {
  return isPublicPath(new URL(url).pathname)
}

/** The headers that depend on the page. Registered before `fixedHeaders`, so that these win. */
export const pageHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { headers, status } = c.res
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  if (TOKEN_PAGES.test(c.req.path)) {
    headers.set('referrer-policy', 'no-referrer')
    headers.set('x-robots-tag', 'noindex')
  }
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  headers.set(
    'content-security-policy',
    isPage ? pagePolicy(c.var.nonce, c.req) : "default-src 'none'; frame-ancestors 'none'",
  )
  if (!headers.has('cache-control') || !isDataPath(c.req.path)) {
    const isCacheable =
      status === 200 && isPage && isPublicPage(c.req) && isAskedPlainly(c.req) && !headers.has('set-cookie')
    headers.set('cache-control', isCacheable ? PUBLIC_CACHE : 'private, no-store')
  }
}

/** Only an answer to a request that says nothing of who asks, or for what, may be kept for others. */
function isAskedPlainly(request: HonoRequest): boolean {
  return (
    request.method === 'GET' &&
    new URL(request.url).search === '' &&
    request.header('cookie') === undefined &&
    request.header('authorization') === undefined
  )
}

function pagePolicy(nonce: string, request: HonoRequest): string {
  const isPublic = isPublicPage(request)
  const script = isPublic ? "'none'" : `'nonce-${nonce}' 'strict-dynamic'`
  const style = isPublic ? "'self'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(isPublic ? [] : ["worker-src 'self'"]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    'report-uri /api/csp-report',
    // On a plain http machine this would turn every address of ours into one that nobody serves.
    ...(request.url.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Tells the browser's service worker whose screen this is, and for how long it may keep a copy. Plan and proof of the address
 * are part of it: no copy shows what has changed since. So screens that are not kept say it as well.
 */
export const whoseScreen: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  if (!isAppPath(c.req.path)) return
  const { session, now } = c.var.context
  // `c.header` would make the answer anew each time.
  const { headers } = c.res
  headers.set(ACCOUNT_HEADER, session ? accountOf(session) : NOBODY)
  if (!session || !isKeptPath(c.req.path)) return
  const endsAt = sessionEndsAt({ lastActivityAt: now(), expiresAt: session.expiresAt })
  headers.set(SESSION_ENDS_HEADER, String(endsAt))
}

function accountOf({ user, organization }: ActiveSession): string {
  return [user.id, organization.id, organization.plan, user.isVerified ? 'proven' : 'unproven'].join('-')
}
