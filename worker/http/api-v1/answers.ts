import type { Context, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { type DomainError, errorRule } from '../../errors.ts'
import { classifyError, ERROR_TEXTS, UNPROCESSABLE } from '../../rules/error-texts.ts'
import type { HttpEnv } from '../http-env.ts'
import type { Problem } from './resources.ts'

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

/** Problem details (RFC 9457) with extra members; every error of `/api/v1` has this shape. */
function problemAnswer(
  c: Context<HttpEnv>,
  { type, message, errors }: Pick<Problem, 'type' | 'message' | 'errors'>,
  status: number,
): Response {
  const { title } = ERROR_TEXTS[type]
  const { requestId } = c.var
  const problem: Problem = { type, title, status, detail: message, message, errors, requestId }
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  if (status === 401) headers.set('www-authenticate', 'Bearer')
  return new Response(JSON.stringify(problem), { status, headers })
}

/** Converts plain-text refusals from other handlers to problem details. */
export const apiErrors: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (status < 400 || headers.get('content-type')?.startsWith('application/problem+json')) return
  const message = await c.res.text()
  c.res = problemAnswer(c, { type: classifyError({ status }), message, errors: [] }, status)
}

/** Converts a domain error to problem details. */
export function apiRefusal(c: Context<HttpEnv>, { code, message, fields }: DomainError): Response {
  const { status, type } = errorRule(code)
  const errors = Object.entries(fields).map(([path, text]) => ({ ...placeOf(path), message: text }))
  return problemAnswer(c, { type, message, errors }, code === 'invalid_input' ? UNPROCESSABLE : status)
}

/** Splits a field path: `reviews.3.ownerResponse.text` belongs to the fourth review. */
function placeOf(path: string): { index: number | null; field: string } {
  const [, index, field = ''] = /^reviews\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  return index === undefined ? { index: null, field: path } : { index: Number(index), field }
}
