import type { Context } from 'hono'
import { errorShape } from '../api/error-shape.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import { apiCodeOf } from '../rules/error-texts.ts'
import { failedScrape, httpStatusError } from '../rules/scrape-result.ts'
import type { HttpEnv } from './http-env.ts'

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

type RefusedStatus = keyof typeof REFUSALS

interface Options {
  headers?: Record<string, string>
  code?: ErrorCode
}

/**
 * Response for requests rejected before routing: on `/trpc` an error and on `/functions` a result in their usual
 * formats, elsewhere the message as text.
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
