import type { MiddlewareHandler } from 'hono'
import type { Settings } from '../env.ts'
import { logEvent } from '../platform/log.ts'
import { httpsAddress } from '../rules/paths.ts'
import { bearerToken } from './bearer.ts'
import type { HttpEnv } from './http-env.ts'
import { refuse } from './refuse.ts'

const MAX_URL_CHARS = 8 * 1024
export const MAX_BODY_BYTES = 64 * 1024
/** Of what other services send: Stripe's events grow with what they are about. */
export const MAX_EVENT_BYTES = 256 * 1024
export const TOO_LARGE = 'The request is too large.'
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']
/**
 * Reached by forms of other sites, and guarded by what the address itself asks for: a state and its cookie, a token; or answering
 * everybody alike, and ignoring what other sites send.
 */
const OPEN_TO_OTHER_SITES = [
  '/auth/apple/callback',
  '/api/unsubscribe',
  '/api/security-log',
  '/api/csp-report',
  '/api/web-vitals',
  '/webhooks/stripe',
]

/** Addresses that count as this site: the configured one, and on a local machine both names of the loopback. */
export function ownOrigins({ APP_ORIGIN, ENVIRONMENT }: Settings): string[] {
  if (ENVIRONMENT !== 'local') return [APP_ORIGIN]
  const numeric = APP_ORIGIN.replace('//localhost', '//127.0.0.1')
  return [APP_ORIGIN, numeric, numeric.replace('//127.0.0.1', '//localhost')]
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
 * Refuses every changing request that another site may have sent: its Origin has to be ours, and where a browser
 * sends none, Sec-Fetch-Site has to say `same-origin`. A request with a bearer token and no cookie is nobody's browser.
 */
export const requireOwnOrigin: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (SAFE_METHODS.includes(c.req.method) || OPEN_TO_OTHER_SITES.includes(c.req.path)) return next()
  if (isApiPath(c.req.path)) return next()
  const origin = c.req.header('origin')
  const isOwn =
    origin === undefined
      ? c.req.header('sec-fetch-site') === 'same-origin' ||
        bearerToken(c.req.raw.headers) !== null ||
        // No cookie counts there, and a program that has no key yet is told so.
        c.req.path === '/mcp'
      : ownOrigins(c.var.settings).includes(origin)
  if (isOwn) return next()
  logEvent('origin_refused', { requestId: c.var.requestId, path: c.req.path })
  return refuse(c, 403, 'This request came from another site.', { code: 'foreign_origin' })
}

/** The API for programs. No cookie counts there, so a page of another site can do nothing in its visitor's name. */
export function isApiPath(path: string): boolean {
  return path.startsWith('/api/v1/')
}

/** What other services call. The signature counts there, and no cookie. */
export function isWebhook(path: string): boolean {
  return path.startsWith('/webhooks/')
}

/** Procedures and their answers, as against pages. */
export function isDataPath(path: string): boolean {
  return /^\/(trpc|api|functions|webhooks|mcp|feeds|healthz|\.well-known)(\/|$)/.test(path)
}

/** tRPC reads and writes JSON only: a form of another site can't send that type without asking first. */
export const requireJson: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'POST')
    return refuse(c, 405, 'Use GET or POST.', { headers: { allow: 'GET, POST' } })
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (c.req.method === 'POST' && type !== 'application/json') return refuse(c, 415, 'Send application/json.')
  return next()
}

/** For programs: whoever has no session or key is told that first. */
export const requireJsonOfCallers: MiddlewareHandler<HttpEnv> = (c, next) =>
  c.var.context.session ? requireJson(c, next) : next()

/**
 * 400 for a path that is no text of one line: escapes that stand for nothing, control characters, separators of lines; or
 * that reads as the name of another host: two slashes in front, or a backslash, which the URL parser takes for one. The
 * router of the screens fails on these.
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

/** Remix's older data address would answer a loader on its own; it is not offered. */
export const refuseDataParameter: MiddlewareHandler<HttpEnv> = async (c, next) => {
  if (!c.req.url.includes('?')) return next()
  const url = new URL(c.req.url)
  const isUnknown =
    url.searchParams.has('_data') || (url.searchParams.has('_routes') && !url.pathname.endsWith('.data'))
  return isUnknown ? refuse(c, 400, 'Unknown parameter.') : next()
}
