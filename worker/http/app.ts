import type { ServerBuild } from '@remix-run/cloudflare'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { UNKNOWN_ERROR_MESSAGE } from '../api/init.ts'
import type { Context } from '../context.ts'
import { settingsOf } from '../env.ts'
import { clearedSessionCookie } from '../identity/session-cookie.ts'
import { deliverMails } from '../platform/deliver-mails.ts'
import { logFault } from '../platform/log.ts'
import { bounceFromOtherSites } from './arrival.ts'
import { limitCoarsely } from './coarse-limit.ts'
import { limitSize, refuseDataParameter, requireJson, requireOwnHost, requireOwnOrigin } from './envelope.ts'
import { isPublicPage, securityHeaders } from './headers.ts'
import type { HttpEnv } from './http-env.ts'
import { jwksHandler } from './jwks.ts'
import { mailbox } from './mailbox.ts'
import { oauthCallback, oauthStart } from './oauth.ts'
import { remixHandler } from './remix.ts'
import { policyReports, securityLog } from './reports.ts'
import { requestContext } from './request-context.ts'
import { countCalls, trpcHandler } from './trpc.ts'

const NONCE_BYTES = 16

/** Mails are stored already: what is not delivered now goes out with the next tick. */
function deliverQuietly(context: Context): Promise<void> {
  return deliverMails(context).catch((cause: unknown) =>
    logFault('mails_not_delivered', cause, { requestId: context.requestId }),
  )
}

/** Every request, in this order. */
export function createApp(build: ServerBuild) {
  const app = new Hono<HttpEnv>()
  const remix = remixHandler(build)

  app.use(async (c, next) => {
    c.set('requestId', crypto.randomUUID())
    c.set('nonce', btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_BYTES)))))
    await next()
  })
  app.use(securityHeaders)
  app.use(async (c, next) => {
    c.set('settings', settingsOf(c.env))
    await next()
  })
  app.use(limitSize, requireOwnHost, requireOwnOrigin, refuseDataParameter, limitCoarsely)

  app.get('/healthz', async (c) => {
    await c.env.DB.prepare('SELECT 1').run()
    return c.json({ ok: true })
  })
  app.get('/.well-known/jwks.json', jwksHandler)
  app.use('/trpc/*', requireJson)
  app.use('/trpc/auth.signOut', async (c, next) => {
    await next()
    // Who signs out is signed out of this browser, even where the session could not be looked up.
    if (c.error) c.header('set-cookie', clearedSessionCookie(c.var.settings.APP_ORIGIN))
  })
  app.use(bounceFromOtherSites)
  app.use(async (c, next) => {
    const context = await requestContext(c.env, c.req.raw, c.var.requestId, {
      anonymous: isPublicPage(c.req.path),
      takesBearer: c.req.path.startsWith('/trpc/'),
      calls: countCalls(c.req.path),
    })
    c.set('context', context)
    await next()
    for (const [name, value] of context.answerHeaders) c.header(name, value, { append: true })
    if (context.mail.hasWaiting()) c.executionCtx.waitUntil(deliverQuietly(context))
  })
  app.all('/trpc/*', trpcHandler)
  app.post('/api/security-log', securityLog)
  app.post('/api/csp-report', policyReports)
  app.all('/api/:report{security-log|csp-report}', (c) => c.text('Use POST.', 405, { allow: 'POST' }))
  app.get('/dev/mailbox', mailbox)
  app.get('/auth/:provider', oauthStart)
  app.on(['GET', 'POST'], '/auth/:provider/callback', oauthCallback)
  app.on(['GET', 'HEAD'], '*', remix)
  app.all('*', (c) => c.text('This address only answers GET.', 405, { allow: 'GET, HEAD' }))

  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.text(error.message, error.status)
    logFault('request_failed', error, { requestId: c.var.requestId, path: c.req.path })
    return c.text(`${UNKNOWN_ERROR_MESSAGE} (${c.var.requestId})`, 500)
  })
  return app
}
