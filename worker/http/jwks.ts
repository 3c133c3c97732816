import type { Handler } from 'hono'
import { publishedKeys } from '../platform/jws/own-keys.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import type { HttpEnv } from './http-env.ts'

/** A new key has to be published at least this long before it signs, so that every cached copy contains it. */
const CACHED_MS = 10 * MINUTE_MS

/** `/.well-known/jwks.json`: public keys that verify access tokens. */
export const jwksHandler: Handler<HttpEnv> = (c) =>
  c.json({ keys: publishedKeys(c.var.settings) }, 200, {
    'cache-control': `public, max-age=${CACHED_MS / SECOND_MS}`,
  })
