import type { ServerBuild } from '@remix-run/cloudflare'
import type { Handler } from 'hono'
import { HonoBase } from 'hono/hono-base'
import { TrieRouter } from 'hono/router/trie-router'
import { backgroundContext } from '../background-context.ts'
import type { Context } from '../context.ts'
import { settingsOf } from '../env.ts'
import { keptCookie, sessionCookie } from '../identity/sessions/session-store.ts'
import { deliverMails } from '../platform/deliver-mails.ts'
import { publishedKeys } from '../platform/jws/own-keys.ts'
import { logFault } from '../platform/log.ts'
import { FEED_PATH } from '../rules/api-keys.ts'
import { ARCHIVE_ADDRESS } from '../rules/archives.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { isPublicPath } from '../rules/paths.ts'
import { apiErrors } from './api-v1/problems.ts'
import { apiCors, serveApi } from './api-v1/serve.ts'
import { appearance } from './appearance.ts'
import { ignoreBody } from './body.ts'
import { bounceFromOtherSites } from './bounce.ts'
import { callsAhead } from './calls-ahead.ts'
import {
  isApiPath,
  isForAssistants,
  isWebhook,
  limitCoarsely,
  limitSize,
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
  app.post(
    '/webhooks/stripe',
    late(() => import('./stripe-webhook.ts'), 'stripeWebhook'),
  )
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

/** Cache lifetime of the public keys. A new key has to be published at least this long before it signs. */
const CACHED_MS = 10 * MINUTE_MS

/** `/.well-known/jwks.json`: public keys that verify access tokens. */
const jwksHandler: Handler<HttpEnv> = (c) =>
  c.json({ keys: publishedKeys(c.var.settings) }, 200, {
    'cache-control': `public, max-age=${CACHED_MS / SECOND_MS}`,
  })
