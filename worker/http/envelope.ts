import type { MiddlewareHandler } from 'hono'
import type { Settings } from '../env.ts'
import { logEvent } from '../platform/log.ts'
import { bearerToken } from './bearer.ts'
import type { HttpEnv } from './http-env.ts'

const MAX_URL_CHARS = 8 * 1024
export const MAX_BODY_BYTES = 64 * 1024
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']
/**
 * Reached by forms of other sites, and guarded by what the address itself asks for: a state and its cookie; or answering
 * everybody alike, and ignoring what other sites send.
 */
const OPEN_TO_OTHER_SITES = ['/auth/apple/callback', '/api/security-log', '/api/csp-report']

/** Addresses that count as this site: the configured one, and on a local machine both names of the loopback. */
export function ownOrigins(settings: Settings): string[] {
  const { APP_ORIGIN } = settings
  return settings.ENVIRONMENT === 'local'
    ? [
        APP_ORIGIN,
        APP_ORIGIN.replace('//localhost', '//127.0.0.1'),
        APP_ORIGIN.replace('//127.0.0.1', '//localhost'),
      ]
    : [APP_ORIGIN]
}

const hosts = new WeakMap<Settings, string[]>()

/** Host and port of `ownOrigins`, read once: every request asks. */
function ownHosts(settings: Settings): string[] {
  const known = hosts.get(settings) ?? ownOrigins(settings).map((origin) => new URL(origin).host)
  hosts.set(settings, known)
  return known
}

/** 414 for a URL, 413 for a stated body beyond the limits; the stream itself is checked where it is read. */
export const limitSize: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.url.length > MAX_URL_CHARS) return c.text('The address is too long.', 414)
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES)
    return c.text('The request is too large.', 413)
  return next()
}

/** 421 for a host that is not ours; plain http is redirected for pages and refused for data. */
export const requireOwnHost: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { settings } = c.var
  const url = new URL(c.req.url)
  if (!ownHosts(settings).includes(url.host)) {
    return c.text('This address is not served here.', 421)
  }
  if (url.protocol === 'http:' && settings.APP_ORIGIN.startsWith('https:')) {
    if (isDataPath(url.pathname)) return c.text('Use https.', 403)
    return c.redirect(`${settings.APP_ORIGIN}${url.pathname}${url.search}`, 308)
  }
  return next()
}

/**
 * Refuses every changing request that another site may have sent: its Origin has to be ours, and where a browser
 * sends none, Sec-Fetch-Site has to say `same-origin`. A request with a bearer token and no cookie is nobody's browser.
 */
export const requireOwnOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (SAFE_METHODS.includes(c.req.method) || OPEN_TO_OTHER_SITES.includes(c.req.path)) return next()
  const origin = c.req.header('origin')
  const isOwn =
    origin === undefined
      ? c.req.header('sec-fetch-site') === 'same-origin' || bearerToken(c.req.raw.headers) !== null
      : ownOrigins(c.var.settings).includes(origin)
  if (isOwn) return next()
  logEvent('origin_refused', { requestId: c.var.requestId, path: c.req.path })
  return c.text('This request came from another site.', 403)
}

/** Procedures and their answers, as against pages. */
export function isDataPath(path: string): boolean {
  return /^\/(trpc|api|functions|healthz|\.well-known)(\/|$)/.test(path)
}

/** tRPC reads and writes JSON only: a form of another site can't send that type without asking first. */
export const requireJson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'POST')
    return c.text('Use GET or POST.', 405, { allow: 'GET, POST' })
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (c.req.method === 'POST' && type !== 'application/json') return c.text('Send application/json.', 415)
  return next()
}

/** Remix's older data address would answer a loader on its own; it is not offered. */
export const refuseDataParameter: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!c.req.url.includes('?')) return next()
  const url = new URL(c.req.url)
  if (url.searchParams.has('_data')) return c.text('Unknown parameter.', 400)
  if (url.searchParams.has('_routes') && !url.pathname.endsWith('.data'))
    return c.text('Unknown parameter.', 400)
  return next()
}
