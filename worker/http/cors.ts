import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { HttpEnv } from './http-env.ts'

const MAX_AGE_SECONDS = 86_400

/**
 * For `/api/v1`: pages of the origins in the settings may call it from a browser, and read what it answers. Never with
 * credentials: only an access token opens anything there.
 */
export const apiCors: MiddlewareHandler<HttpEnv> = cors({
  origin: (origin, c) => (c.var.settings.API_ORIGINS.includes(origin) ? origin : null),
  allowMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
  exposeHeaders: ['retry-after'],
  maxAge: MAX_AGE_SECONDS,
})
