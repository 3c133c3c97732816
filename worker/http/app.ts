import type { ServerBuild } from '@remix-run/cloudflare'
import type { Handler, MiddlewareHandler } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { backgroundContext } from '../background-context.ts'
import type { Context } from '../context.ts'
import { settingsOf } from '../env.ts'
import { keptCookie, sessionCookie } from '../identity/sessions/session-store.ts'
import { clientNetwork } from '../platform/client-network.ts'
import { deliverMails } from '../platform/deliver-mails.ts'
import { publishedKeys } from '../platform/jws/own-keys.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { FEED_PATH } from '../rules/api-keys.ts'
import { ARCHIVE_ADDRESS } from '../rules/archives.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import { isPublicPath } from '../rules/paths.ts'
import { apiErrors } from './api-v1/problems.ts'
import { apiCors, serveApi } from './api-v1/serve.ts'
import { appearance } from './appearance.ts'
import { ignoreBody, limitBody } from './body.ts'
import { bounceFromOtherSites } from './bounce.ts'
import { callsAhead } from './calls-ahead.ts'
import {
  isApiPath,
  isForAssistants,
  isWebhook,
  limitSize,
  MAX_EVENT_BYTES,
  refuseDataParameter,
  requireJson,
  requireJsonOfCallers,
  requireOwnHost,
  requireOwnOrigin,
  requireReadablePath,
} from './envelope.ts'
import { answerFault } from './fault.ts'
import { fixedHeaders, pageHeaders, whoseScreen } from './headers.ts'
import type { HttpEnv } from './http-env.ts'
import { late, lateHandler } from './late.ts'
import { refuse } from './refuse.ts'
import { assumedContext, requestContext } from './request-context.ts'

const NONCE_BYTES = 16
const SCRAPER_ADDRESSES = '/functions/v1/:function{google-business-scraper|yelp-scraper}'

/** Never rejects: the emails are already stored, so any that fail now are sent by the next tick. */
function deliverQuietly(context: Context): Promise<void> {
  return deliverMails(context).catch((cause: unknown) =>
    logFault('mails_not_delivered', cause, { requestId: context.requestId }),
  )
}

function watchQuietly(context: Context): Promise<void> {
  return import('../operation/watch.ts')
    .then(({ watchTick }) => watchTick(context))
    .catch((cause: unknown) => logFault('tick_not_watched', cause, { requestId: context.requestId }))
}

/**
 * Screens that may be rendered with a cached session. They only read, in one batch, and are rendered again if the
 * session has changed.
 */
const ASSUMES_SESSION = /^\/app(\/reviews(\/\d+)?|\/businesses|\/analytics)?(\.data)?$/

function assumesSession({ method, path }: { method: string; path: string }): boolean {
  return (method === 'GET' || method === 'HEAD') && ASSUMES_SESSION.test(path)
}

/** Handlers run in the order of registration. */
export function createApp(loadBuild: () => Promise<ServerBuild>) {
  // Hono would choose this router anyway, but importing Hono's default class bundles a second router.
  const app = new HonoBase<HttpEnv>({ router: new TrieRouter() })
  const remix = lateHandler(async () => {
    const [{ remixHandler }, build] = await Promise.all([import('./remix.ts'), loadBuild()])
    return remixHandler(build)
  })

  app.use(async (c, next) => {
    c.set('requestId', crypto.randomUUID())
    c.set('nonce', btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))))
    await next()
  })
  app.use(pageHeaders, fixedHeaders)
  app.use('/api/v1/*', apiErrors)
  app.use(async (c, next) => {
    c.set('settings', settingsOf(c.env))
    await next()
  })
  app.use(
    ignoreBody,
    limitSize,
    requireOwnHost,
    requireOwnOrigin,
    requireReadablePath,
    refuseDataParameter,
    limitCoarsely,
  )

  app.get('/healthz', async (c) => {
    const { db, now, version } = backgroundContext(c.env)
    const { health } = await import('../operation/instance.ts')
    const state = await health({ db, now }, version)
    return c.json(state, state.ok ? 200 : 503)
  })
  app.get('/.well-known/jwks.json', jwksHandler)
  app.get(
    '/.well-known/oauth-protected-resource/:resource{mcp}?',
    late(() => import('./assistants.ts'), 'resourceMetadata'),
  )
  app.get(
    '/.well-known/oauth-authorization-server',
    late(() => import('./assistants.ts'), 'serverMetadata'),
  )
  app.get('/appearance.css', appearance)
  app.get(
    '/widget/:widget',
    late(() => import('./widgets.ts'), 'widget'),
  )
  app.get(
    '/r/:handle',
    late(() => import('./review-page.ts'), 'reviewPage'),
  )
  app.get(
    '/r/:handle/:link',
    late(() => import('./review-page.ts'), 'followReviewLink'),
  )
  app.use('/api/v1/*', apiCors)
  app.use('/trpc/*', requireJson)
  app.use('/trpc/auth.signOut', async (c, next) => {
    await next()
    // Clear the cookies even if the session lookup failed.
    const isFault = c.res.status >= 500 && !c.res.headers.has('set-cookie')
    if (!isFault) return
    for (const cookie of [sessionCookie, keptCookie])
      c.header('set-cookie', cookie.clear(c.var.settings.APP_ORIGIN), { append: true })
  })
  app.use(bounceFromOtherSites)
  app.use(async (c, next) => {
    const { path } = c.req
    const takesNoCookie = isApiPath(path) || isForAssistants(path) || path === FEED_PATH
    const isForPrograms = takesNoCookie || c.req.path.startsWith('/functions/v1/')
    const isProcedure = c.req.path.startsWith('/trpc/')
    const lookUp = async () => {
      const context = await requestContext(c.env, c.req.raw, c.var.requestId, {
        anonymous: takesNoCookie || isPublicPath(new URL(c.req.url).pathname) || isWebhook(c.req.path),
        takesBearer: isForPrograms || isProcedure,
        takesKeys: isForPrograms,
        takesAssistants: path === '/mcp',
        calls: isProcedure ? callsAhead(c.req.url) : Number(isForPrograms),
      })
      c.set('context', context)
    }
    const assumed = assumesSession(c.req) ? await assumedContext(c.env, c.req.raw, c.var.requestId) : null
    if (assumed) {
      c.set('context', assumed.context)
      c.set('isConfirmed', async () => {
        const isConfirmed = await assumed.isConfirmed()
        if (!isConfirmed) await lookUp()
        return isConfirmed
      })
    } else await lookUp()
    await next()
    const { context } = c.var
    for (const [name, value] of context.answerHeaders) c.header(name, value, { append: true })
    if (context.mail.hasWaiting()) c.executionCtx.waitUntil(deliverQuietly(context))
    if (context.settings.ENVIRONMENT === 'production') c.executionCtx.waitUntil(watchQuietly(context))
  })
  app.use(whoseScreen)
  app.all(
    '/trpc/*',
    late(() => import('./trpc.ts'), 'trpcHandler'),
  )
  app.post(
    '/functions/v1/google-business-scraper',
    requireJsonOfCallers,
    lateHandler(async () => (await import('./scraper-routes.ts')).scraperRoute('google')),
  )
  app.post(
    '/functions/v1/yelp-scraper',
    requireJsonOfCallers,
    lateHandler(async () => (await import('./scraper-routes.ts')).scraperRoute('yelp')),
  )
  app.options(SCRAPER_ADDRESSES, (c) => c.body(null, 204, { allow: 'POST' }))
  app.all(SCRAPER_ADDRESSES, (c) => refuse(c, 405, 'Use POST.', { headers: { allow: 'POST' } }))
  app.all('/functions/*', (c) => refuse(c, 404, 'There is no such function.'))
  serveApi(app)
  app.get(
    FEED_PATH,
    late(() => import('./review-feed.ts'), 'reviewFeed'),
  )
  app.post(
    '/mcp',
    requireJsonOfCallers,
    late(() => import('./mcp/serve.ts'), 'mcp'),
  )
  app.post(
    '/oauth/token',
    late(() => import('./assistants.ts'), 'exchangeToken'),
  )
  app.post(
    '/oauth/register',
    late(() => import('./assistants.ts'), 'register'),
  )
  app.post(
    '/oauth/revoke',
    late(() => import('./assistants.ts'), 'revoke'),
  )
  app.all('/:address{mcp|oauth/(token|register|revoke)}', (c) => c.text('Use POST.', 405, { allow: 'POST' }))
  app.post(
    '/api/security-log',
    late(() => import('./browser-reports.ts'), 'securityLog'),
  )
  app.post(
    '/api/csp-report',
    late(() => import('./browser-reports.ts'), 'policyReports'),
  )
  app.post(
    '/api/web-vitals',
    late(() => import('./browser-reports.ts'), 'webVitals'),
  )
  app.all('/api/:report{security-log|csp-report|web-vitals}', (c) =>
    c.text('Use POST.', 405, { allow: 'POST' }),
  )
  app.get(
    '/export/reviews.csv',
    late(() => import('./exports.ts'), 'exportReviewsCsv'),
  )
  app.get(
    ARCHIVE_ADDRESS,
    late(() => import('./exports.ts'), 'exportArchive'),
  )
  app.get(
    '/export/activity.csv',
    late(() => import('./exports.ts'), 'exportAuditLogCsv'),
  )
  app.get(
    '/export/asks.csv',
    late(() => import('./exports.ts'), 'exportAsksCsv'),
  )
  app.get(
    '/export/evidence.csv',
    late(() => import('./exports.ts'), 'exportEvidenceCsv'),
  )
  app.get(
    '/export/report.csv',
    late(() => import('./exports.ts'), 'exportReportCsv'),
  )
  app.post('/webhooks/stripe', stripeWebhook)
  app.all('/webhooks/*', (c) => c.text('Use POST.', 405, { allow: 'POST' }))
  app.get(
    '/api/unsubscribe',
    late(() => import('./unsubscribe.ts'), 'unsubscribePage'),
  )
  app.post(
    '/api/unsubscribe',
    late(() => import('./unsubscribe.ts'), 'oneClickUnsubscribe'),
  )
  app.get(
    '/dev/mailbox',
    late(() => import('./mailbox.ts'), 'mailbox'),
  )
  app.get(
    '/auth/:provider',
    late(() => import('./oauth.ts'), 'oauthStart'),
  )
  app.on(
    ['GET', 'POST'],
    '/auth/:provider/callback',
    late(() => import('./oauth.ts'), 'oauthCallback'),
  )
  app.get(
    '/connections/:provider',
    late(() => import('./oauth.ts'), 'connectionStart'),
  )
  app.get(
    '/connections/:provider/callback',
    late(() => import('./oauth.ts'), 'connectionCallback'),
  )
  app.on(['GET', 'HEAD'], '*', remix)
  app.all('*', (c) => c.text('This address only answers GET.', 405, { allow: 'GET, HEAD' }))

  app.onError(answerFault)
  return app
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

/** Cache lifetime of the public keys. A new key has to be published at least this long before it signs. */
const CACHED_MS = 10 * MINUTE_MS

/** `/.well-known/jwks.json`: public keys that verify access tokens. */
const jwksHandler: Handler<HttpEnv> = (c) =>
  c.json({ keys: publishedKeys(c.var.settings) }, 200, {
    'cache-control': `public, max-age=${CACHED_MS / SECOND_MS}`,
  })

/**
 * `POST /webhooks/stripe`: Stripe's events, authenticated by signature only. A fault returns 500, so that Stripe
 * retries the event.
 */
const stripeWebhook: Handler<HttpEnv> = async (c) => {
  const { settings, context } = c.var
  const secrets = [settings.STRIPE_WEBHOOK_SECRET, settings.STRIPE_WEBHOOK_SECRET_PREVIOUS].filter(
    (secret) => secret !== undefined,
  )
  if (!settings.STRIPE_SECRET_KEY || secrets.length === 0) return c.text('There is no such address.', 404)
  const request = await limitBody(c.req.raw, MAX_EVENT_BYTES)
  const body = new Uint8Array(await request.arrayBuffer())
  const header = c.req.header('stripe-signature') ?? ''
  const { isSigned, receiveEvent, stripeEventOf } = await import('../billing/receive-event.ts')
  if (!(await isSigned(body, header, secrets, context.now()))) return c.text('The signature is wrong.', 400)
  const event = stripeEventOf(new TextDecoder().decode(body))
  if (!event) return c.text('This is no event.', 400)
  await receiveEvent(context, event)
  return c.json({ received: true })
}
