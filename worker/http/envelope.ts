import type { MiddlewareHandler } from 'hono'
import type { Settings } from '../env.ts'
import { clientNetwork } from '../platform/client-network.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import { httpsAddress } from '../rules/paths.ts'
import { bearerToken } from './bearer.ts'
import type { HttpEnv } from './http-env.ts'
import { refuse } from './refuse.ts'

const MAX_URL_CHARS = 8 * 1024
export const MAX_BODY_BYTES = 64 * 1024
/** Maximum body of webhooks from other services: Stripe's events can be larger than other requests. */
export const MAX_EVENT_BYTES = 256 * 1024
export const TOO_LARGE = 'The request is too large.'
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']
/**
 * Endpoints open to cross-site requests. Each requires a state with its cookie, a token or a signature, or only records
 * untrusted reports and responds the same to everyone.
 */
const OPEN_TO_OTHER_SITES = [
  '/auth/apple/callback',
  '/api/unsubscribe',
  '/api/security-log',
  '/api/csp-report',
  '/api/web-vitals',
  '/webhooks/stripe',
]

/** A local machine has two: `localhost` and `127.0.0.1`. */
export function ownOrigins({ APP_ORIGIN, ENVIRONMENT }: Settings): string[] {
  if (ENVIRONMENT !== 'local') return [APP_ORIGIN]
  const numeric = APP_ORIGIN.replace('//localhost', '//127.0.0.1')
  return [APP_ORIGIN, numeric, numeric.replace('//127.0.0.1', '//localhost')]
}

const hosts = new WeakMap<Settings, string[]>()

/** Cached, because every request needs them. */
function ownHosts(settings: Settings): string[] {
  const known = hosts.get(settings) ?? ownOrigins(settings).map((origin) => new URL(origin).host)
  hosts.set(settings, known)
  return known
}

/** 414 for a URL and 413 for a Content-Length over the limit; the stream itself is checked as it is read. */
export const limitSize: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.url.length > MAX_URL_CHARS) return refuse(c, 414, 'The address is too long.')
  const maxBytes = isWebhook(c.req.path) ? MAX_EVENT_BYTES : MAX_BODY_BYTES
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return refuse(c, 413, TOO_LARGE)
  return next()
}

/** 421 for a host that is not ours; plain http is redirected for pages and refused for data. */
export const requireOwnHost: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { settings } = c.var
  const url = new URL(c.req.url)
  if (!ownHosts(settings).includes(url.host)) return refuse(c, 421, 'This address is not served here.')
  const address = httpsAddress(url, settings.APP_ORIGIN)
  if (address === null) return next()
  return isDataPath(url.pathname) ? refuse(c, 403, 'Use https.') : c.redirect(address, 308)
}

/**
 * Refuses state-changing requests that may come from another site. Origin has to be ours; if missing, Sec-Fetch-Site
 * has to be `same-origin`. A bearer token without a cookie can't come from a victim's browser.
 */
export const requireOwnOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (SAFE_METHODS.includes(c.req.method) || OPEN_TO_OTHER_SITES.includes(c.req.path)) return next()
  if (isApiPath(c.req.path)) return next()
  const origin = c.req.header('origin')
  const isOwn =
    origin === undefined
      ? c.req.header('sec-fetch-site') === 'same-origin' ||
        bearerToken(c.req.raw.headers) !== null ||
        // A program without a key should get that error.
        isForAssistants(c.req.path)
      : ownOrigins(c.var.settings).includes(origin)
  if (isOwn) return next()
  logEvent('origin_refused', { requestId: c.var.requestId, path: c.req.path })
  return refuse(c, 403, 'This request came from another site.', { code: 'foreign_origin' })
}

/** True for the API for programs. Cookies are ignored there, so a page of another site can't act for its visitor. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/api/v1/')
}

/** True for the addresses of assistants. Cookies are ignored there. */
export function isForAssistants(path: string): boolean {
  return /^\/(mcp|oauth\/(token|register|revoke))$/.test(path)
}

/** True for webhooks of other services. They are authenticated by signature, not by cookie. */
export function isWebhook(path: string): boolean {
  return path.startsWith('/webhooks/')
}

export function isDataPath(path: string): boolean {
  return /^\/(trpc|api|functions|webhooks|mcp|feeds|healthz|\.well-known|oauth\/(token|register|revoke))(\/|$)/.test(
    path,
  )
}

/** tRPC uses JSON only. A form of another site can't send this content type without a CORS preflight. */
export const requireJson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'POST')
    return refuse(c, 405, 'Use GET or POST.', { headers: { allow: 'GET, POST' } })
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (c.req.method === 'POST' && type !== 'application/json') return refuse(c, 415, 'Send application/json.')
  return next()
}

/** Requires JSON if the caller has a session or key. Other callers get the error about the missing key instead. */
export const requireJsonOfCallers: MiddlewareHandler<HttpEnv> = (c, next) =>
  c.var.context.session ? requireJson(c, next) : next()

/**
 * 400 for a path that doesn't decode to one line of text (invalid escapes, control characters, line separators), or
 * that reads as another host (two leading slashes, or a backslash, which the URL parser treats as a slash). The
 * screens' router fails on these.
 */
export const requireReadablePath: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { pathname } = new URL(c.req.url)
  return isReadable(pathname) ? next() : refuse(c, 400, 'This address is not valid.')
}

function isReadable(pathname: string): boolean {
  if (pathname.startsWith('//')) return false
  if (!pathname.includes('%')) return true
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(decodeURIComponent(pathname))
  } catch {
    return false
  }
}

/** Refuses Remix's older data parameter, which would run a single loader. */
export const refuseDataParameter: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!c.req.url.includes('?')) return next()
  const url = new URL(c.req.url)
  const isUnknown =
    url.searchParams.has('_data') || (url.searchParams.has('_routes') && !url.pathname.endsWith('.data'))
  return isUnknown ? refuse(c, 400, 'Unknown parameter.') : next()
}

/** Period of the rate limit binding, which doesn't report when a period ends. */
const RETRY_AFTER_SECONDS = 10

/**
 * First line of defense before the exact limits: 3,000 requests per network in 10 seconds (wrangler.toml), counted
 * approximately.
 */
export const limitCoarsely: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { requestId } = c.var
  try {
    const { success } = await c.env.COARSE_LIMIT.limit({ key: clientNetwork(c.req.raw).prefix })
    if (!success) {
      logEvent('limit_hit', { requestId, detail: 'coarse' })
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) }
      return refuse(c, 429, ERROR_TEXTS.RATE_LIMIT.text, { headers })
    }
  } catch (cause) {
    // Important endpoints have exact limits of their own.
    logFault('coarse_limit_failed', cause, { requestId })
  }
  return next()
}
