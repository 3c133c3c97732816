import type { Context, MiddlewareHandler } from 'hono'
import { type DomainError, ERROR_TABLE } from '../errors.ts'
import { classifyError, type ErrorType } from '../rules/error-catalogue.ts'
import type { HttpEnv } from './http-env.ts'

/** What every refusal of `/api/v1` looks like. */
interface ApiError {
  type: ErrorType
  message: string
  requestId: string
  /** What is wrong with single fields; `index` says of which review, counted from 0, or null. */
  errors: { index: number | null; field: string; message: string }[]
}

/** Input that was understood, but can't be taken. */
const UNPROCESSABLE = 422

/** Says as JSON what any step of the pipeline has refused in words. */
export const apiErrors: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (status < 400 || headers.get('content-type')?.startsWith('application/json')) return
  const body: ApiError = {
    type: classifyError({ status }),
    message: await c.res.text(),
    requestId: c.var.requestId,
    errors: [],
  }
  c.res = Response.json(body, { status })
}

/** The answer to a request that the product itself refuses. */
export function apiRefusal(c: Context<HttpEnv>, { code, message, fields }: DomainError): Response {
  const { status, type } = ERROR_TABLE[code]
  const body: ApiError = {
    type,
    message,
    requestId: c.var.requestId,
    errors: Object.entries(fields).map(([path, text]) => ({ ...placeOf(path), message: text })),
  }
  return Response.json(body, { status: code === 'invalid_input' ? UNPROCESSABLE : status })
}

/** `reviews.3.ownerResponse.text` is about the fourth review's answer. */
function placeOf(path: string): { index: number | null; field: string } {
  const [, index, field = ''] = /^reviews\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  return index === undefined ? { index: null, field: path } : { index: Number(index), field }
}
