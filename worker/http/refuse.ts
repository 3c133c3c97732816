import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import type { Context } from 'hono'
import { errorShape } from '../api/init.ts'
import { DomainError, type ErrorCode } from '../errors.ts'
import type { HttpEnv } from './http-env.ts'

/** What a status is called on `/trpc`. */
const MEANINGS = {
  400: { trpc: 'BAD_REQUEST', code: 'invalid_input' },
  403: { trpc: 'FORBIDDEN', code: 'not_permitted' },
  405: { trpc: 'METHOD_NOT_SUPPORTED', code: 'invalid_input' },
  413: { trpc: 'PAYLOAD_TOO_LARGE', code: 'invalid_input' },
  414: { trpc: 'BAD_REQUEST', code: 'invalid_input' },
  415: { trpc: 'UNSUPPORTED_MEDIA_TYPE', code: 'invalid_input' },
  421: { trpc: 'BAD_REQUEST', code: 'invalid_input' },
  429: { trpc: 'TOO_MANY_REQUESTS', code: 'too_many' },
  500: { trpc: 'INTERNAL_SERVER_ERROR', code: 'unavailable' },
  503: { trpc: 'SERVICE_UNAVAILABLE', code: 'unavailable' },
} as const satisfies Record<number, { trpc: TRPC_ERROR_CODE_KEY; code: ErrorCode }>
export type RefusedStatus = keyof typeof MEANINGS

/**
 * The answer to a request that gets to no procedure and no screen: on `/trpc` an error like every other there, elsewhere
 * the sentence alone.
 *
 * @param options.code says more than the status does
 */
export function refuse(
  c: Context<HttpEnv>,
  status: RefusedStatus,
  message: string,
  options: { headers?: Record<string, string>; code?: ErrorCode } = {},
): Response {
  const { headers } = options
  if (!c.req.path.startsWith('/trpc/')) return c.text(message, status, headers)
  const { trpc, code } = MEANINGS[status]
  const error = errorShape(new DomainError(options.code ?? code, message), {
    code: trpc,
    httpStatus: status,
    path: c.req.path.slice('/trpc/'.length),
    requestId: c.var.requestId,
  })
  return c.json({ error }, status, headers)
}

export function isRefusedStatus(status: number): status is RefusedStatus {
  return status in MEANINGS
}
