import type { MiddlewareHandler } from 'hono'
import { clientNetwork } from '../platform/client-network.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import type { HttpEnv } from './http-env.ts'
import { refuse } from './refuse.ts'

/** The binding's period; it doesn't report when it ends. */
const RETRY_AFTER_SECONDS = 10

/**
 * First line of defence before the exact limits: 3,000 requests per network in 10 seconds (wrangler.toml), counted
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
