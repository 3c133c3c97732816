import type { HonoRequest, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { ActiveSession } from '../identity/sessions/active-session.ts'
import { ACCOUNT_HEADER, isAppPath, isKeptPath, NOBODY, SESSION_ENDS_HEADER } from '../rules/kept-screens.ts'
import { isPublicPath } from '../rules/paths.ts'
import { sessionEndsAt } from '../rules/sessions.ts'
import { isDataPath } from './envelope.ts'
import type { HttpEnv } from './http-env.ts'

/** Database faults usually pass within seconds. */
const RETRY_AFTER_SECONDS = 5
const PUBLIC_CACHE = 'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400'

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Headers of every response, including errors and redirects. */
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

/** Pages with a token or code in the URL: it must not reach other pages (referrer) or search engines. */
const TOKEN_PAGES =
  /^\/(api\/unsubscribe|verify|reset-password|invitations|recipients|unsubscribe|keep-account|post-reply|reports|auth|connections|oauth)([./]|$)/i

/** Checks the raw URL, not the decoded `path`, because caches store a page under the spelling that was requested. */
function isPublicPage({ url }: HonoRequest): boolean {
  return isPublicPath(new URL(url).pathname)
}

/** Headers that depend on the page. They override `fixedHeaders`, which is registered later and so finishes first. */
export const pageHeaders: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { headers, status } = c.res
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', String(RETRY_AFTER_SECONDS))
  if (TOKEN_PAGES.test(c.req.path)) {
    headers.set('referrer-policy', 'no-referrer')
    headers.set('x-robots-tag', 'noindex')
  }
  const { publicPolicy, settings } = c.var
  if (publicPolicy) {
    headers.set('cache-control', publicPolicy.cache)
    headers.set('content-security-policy', publicPolicy.page ?? DATA_POLICY)
    if (publicPolicy.isForOtherSites) headers.set('cross-origin-resource-policy', 'cross-origin')
    // X-Frame-Options is older than frame-ancestors and can't name sites.
    if (publicPolicy.page !== undefined) headers.delete('x-frame-options')
    return
  }
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false
  headers.set(
    'content-security-policy',
    isPage ? pagePolicy(c.var.nonce, c.req, settings?.UPSTREAM_ORIGIN) : DATA_POLICY,
  )
  if (!headers.has('cache-control') || !isDataPath(c.req.path)) {
    const isCacheable =
      status === 200 && isPage && isPublicPage(c.req) && isAskedPlainly(c.req) && !headers.has('set-cookie')
    headers.set('cache-control', isCacheable ? PUBLIC_CACHE : 'private, no-store')
  }
}

/** True for an anonymous GET without a query string. Nothing else is cached. */
function isAskedPlainly(request: HonoRequest): boolean {
  return (
    request.method === 'GET' &&
    new URL(request.url).search === '' &&
    request.header('cookie') === undefined &&
    request.header('authorization') === undefined
  )
}

/**
 * Content security policy. Review pictures and logos may come from any host; public pages have neither.
 *
 * @param upstreamOrigin serves the platforms' pictures on a local machine
 */
function pagePolicy(nonce: string, request: HonoRequest, upstreamOrigin = ''): string {
  const isPublic = isPublicPage(request)
  const script = isPublic ? "'none'" : `'nonce-${nonce}' 'strict-dynamic'`
  const pictures = isPublic ? '' : ` https: ${upstreamOrigin}`.trimEnd()
  const style = isPublic ? "'self'" : `'self' 'nonce-${nonce}'`
  return [
    "default-src 'none'",
    `script-src ${script}`,
    `style-src ${style}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(isPublic ? [] : ["worker-src 'self'"]),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    'report-uri /api/csp-report',
    // On a plain http machine, this would upgrade every URL to one that isn't served.
    ...(request.url.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Tells the service worker whose screen this is and how long it may cache a copy. The account header is sent with every
 * screen and includes the plan and verification state, so that no cached copy outlives a change of them.
 */
export const whoseScreen: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  if (!isAppPath(c.req.path)) return
  const { session, now } = c.var.context
  // `c.header` would rebuild the response each time.
  const { headers } = c.res
  headers.set(ACCOUNT_HEADER, session ? accountOf(session) : NOBODY)
  if (!session || !isKeptPath(c.req.path)) return
  const endsAt = sessionEndsAt({ lastActivityAt: now(), expiresAt: session.expiresAt })
  headers.set(SESSION_ENDS_HEADER, String(endsAt))
}

function accountOf({ user, organization }: ActiveSession): string {
  return [user.id, organization.id, organization.plan, user.isVerified ? 'proven' : 'unproven'].join('-')
}
