import type { Context } from 'hono'
import { errorShape } from '../api/init.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import { apiCodeOf } from '../rules/error-texts.ts'
import { failedScrape, httpStatusError } from '../rules/scrape-result.ts'
import type { HttpEnv } from './http-env.ts'

/** What went wrong where a request is refused with that status. */
const REFUSALS = {
  400: 'invalid_input',
  403: 'not_permitted',
  404: 'not_found',
  405: 'invalid_input',
  413: 'invalid_input',
  414: 'invalid_input',
  415: 'invalid_input',
  421: 'invalid_input',
  429: 'too_many',
  500: 'unavailable',
  503: 'unavailable',
} as const satisfies Record<number, ErrorCode>
export type RefusedStatus = keyof typeof REFUSALS

interface Options {
  headers?: Record<string, string>
  /** Says more than the status does. */
  code?: ErrorCode
}

/**
 * The answer to a request that gets to no procedure and no screen: on `/trpc` an error and on `/functions` a result like
 * every other there, elsewhere the sentence alone.
 */
export function refuse(c: Context<HttpEnv>, status: RefusedStatus, message: string, options: Options = {}) {
  const { headers, code = REFUSALS[status] } = options
  if (c.req.path.startsWith('/functions/'))
    return c.json(failedScrape([httpStatusError(status), message]), status, headers)
  if (!c.req.path.startsWith('/trpc/')) return c.text(message, status, headers)
  const path = c.req.path.slice('/trpc/'.length)
  const about = { code: apiCodeOf(status), httpStatus: status, path, requestId: c.var.requestId }
  return c.json({ error: errorShape(new DomainError(code, message), about) }, status, headers)
}

export function isRefusedStatus(status: number): status is RefusedStatus {
  return status in REFUSALS
}
