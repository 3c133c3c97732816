import { TRPCError } from '@trpc/server'
import type { Context, Handler, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import { domainErrorOf } from '../api/init.ts'
import { createApi } from '../api/router.ts'
import { type DomainError, errorRule } from '../errors.ts'
import { classifyError, type ErrorType, UNPROCESSABLE } from '../rules/error-texts.ts'
import { jsonBody } from './body.ts'
import type { HttpEnv } from './http-env.ts'

const KEY_HEADER = 'idempotency-key'
const KEY = /^[!-~]{8,128}$/
const KEY_NEEDED = 'Send the header Idempotency-Key: 8 to 128 visible ASCII characters, new for each request.'
const CORS_MAX_AGE_SECONDS = 86_400

/**
 * For `/api/v1`: pages of the origins in the settings may call it from a browser, and read what it answers. Never with
 * credentials: only an access token opens anything there.
 */
export const apiCors: MiddlewareHandler<HttpEnv> = cors({
  origin: (origin, c) => (c.var.settings.API_ORIGINS.includes(origin) ? origin : null),
  allowMethods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  allowHeaders: ['authorization', 'content-type', KEY_HEADER],
  exposeHeaders: ['retry-after'],
  maxAge: CORS_MAX_AGE_SECONDS,
})

/** What every refusal of `/api/v1` says, besides the request's id. */
interface ApiError {
  type: ErrorType
  message: string
  /** What is wrong with single fields; `index` says of which review, counted from 0, or null. */
  errors: { index: number | null; field: string; message: string }[]
}

function answerOf(c: Context<HttpEnv>, error: ApiError, status: number): Response {
  return Response.json({ ...error, requestId: c.var.requestId }, { status })
}

/** Says as JSON what any step of the pipeline has refused as text. */
export const apiErrors: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  const { status, headers } = c.res
  if (status < 400 || headers.get('content-type')?.startsWith('application/json')) return
  const message = await c.res.text()
  c.res = answerOf(c, { type: classifyError({ status }), message, errors: [] }, status)
}

/** The answer to a request that the product itself refuses. */
function apiRefusal(c: Context<HttpEnv>, { code, message, fields }: DomainError): Response {
  const { status, type } = errorRule(code)
  const errors = Object.entries(fields).map(([path, text]) => ({ ...placeOf(path), message: text }))
  return answerOf(c, { type, message, errors }, code === 'invalid_input' ? UNPROCESSABLE : status)
}

/** `reviews.3.ownerResponse.text` is about the fourth review's answer. */
function placeOf(path: string): { index: number | null; field: string } {
  const [, index, field = ''] = /^reviews\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  return index === undefined ? { index: null, field: path } : { index: Number(index), field }
}

/**
 * `POST /api/v1/reviews`: reviews from a program, with an access token. The procedure behind it asks for the plan, the
 * role and the token's scope, and counts the calls.
 */
export const pushReviews: Handler<HttpEnv> = async (c) => {
  const idempotencyKey = c.req.header(KEY_HEADER) ?? ''
  if (!KEY.test(idempotencyKey)) throw new HTTPException(400, { message: KEY_NEEDED })
  const body = await jsonBody(c.req.raw)
  if (body === undefined) throw new HTTPException(400, { message: 'The body is not JSON.' })
  try {
    // What the body lacks or has too much of is said by the procedure's own schema.
    const push = createApi(c.var.context).imports.push as (input: unknown) => Promise<object>
    return c.json(await push({ ...(body as object), idempotencyKey }), 201)
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    return apiRefusal(c, domainErrorOf(error))
  }
}
