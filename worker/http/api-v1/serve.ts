import type { Hono, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { HttpEnv } from '../http-env.ts'
import { late, lateHandler } from '../late.ts'
import { API_ROOT, OPERATIONS } from './operations.ts'

/** Each operation calls its procedure, which checks role and scope and counts the call. */
export function serveApi(app: Hono<HttpEnv>): void {
  app.get(
    `${API_ROOT}/reference`,
    late(() => import('../description/served.ts'), 'apiReference'),
  )
  app.get(
    `${API_ROOT}/openapi.json`,
    late(() => import('../description/served.ts'), 'openApi'),
  )
  for (const [path, operations] of Map.groupBy(OPERATIONS, (operation) => operation.path)) {
    const address = API_ROOT + path.replace(/\{(\w+)\}/g, ':$1')
    for (const operation of operations) {
      const handler = lateHandler(async () => (await import('./answer.ts')).handlerOf(operation))
      app.on(operation.method.toUpperCase(), address, handler)
    }
    const allow = operations.map(({ method }) => method.toUpperCase())
    app.all(address, (c) => c.text(`Use ${allow.join(' or ')}.`, 405, { allow: allow.join(', ') }))
  }
  app.all(
    `${API_ROOT}/*`,
    late(() => import('./answer.ts'), 'unknownAddress'),
  )
}

const CORS_MAX_AGE_SECONDS = 86_400

/**
 * CORS for `/api/v1`: pages of the configured origins may call it and read the responses, but never with credentials:
 * only a key or an access token grants access.
 */
export const apiCors: MiddlewareHandler<HttpEnv> = cors({
  origin: (origin, c) => (c.var.settings.API_ORIGINS.includes(origin) ? origin : null),
  allowMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-none-match'],
  exposeHeaders: ['retry-after', 'etag', 'link', 'location', 'ratelimit', 'ratelimit-policy'],
  maxAge: CORS_MAX_AGE_SECONDS,
})
