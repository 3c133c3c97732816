import type { Handler } from 'hono'
import { publishedKeys } from '../platform/jws/own-keys.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import type { HttpEnv } from './http-env.ts'

/** A new key has to be published this long before it signs: by then nobody's copy is without it. */
const CACHED_MS = 10 * MINUTE_MS

/** `/.well-known/jwks.json`: what access tokens can be verified with. Public parts only. */
export const jwksHandler: Handler<HttpEnv> = (c) =>
  c.json({ keys: publishedKeys(c.var.settings) }, 200, {
    'cache-control': `public, max-age=${CACHED_MS / SECOND_MS}`,
  })
