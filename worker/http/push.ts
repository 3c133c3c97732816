import { TRPCError } from '@trpc/server'
import type { Context, Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { domainErrorOf } from '../api/init.ts'
import { createApi } from '../api/router.ts'
import { apiRefusal } from './api-errors.ts'
import type { HttpEnv } from './http-env.ts'
import { limitBody } from './limit-body.ts'

const KEY_HEADER = 'idempotency-key'
const KEY = /^[!-~]{8,128}$/

/**
 * `POST /api/v1/reviews`: reviews from a program, with an access token. The procedure behind it asks for the plan, the
 * role and the token's scope, and counts the calls.
 */
export const pushReviews: Handler<HttpEnv> = async (c) => {
  const idempotencyKey = c.req.header(KEY_HEADER) ?? ''
  if (!KEY.test(idempotencyKey)) {
    throw new HTTPException(400, {
      message: 'Send the header Idempotency-Key: 8 to 128 visible ASCII characters, new for each request.',
    })
  }
  const body = await jsonOf(c)
  try {
    // What the body lacks or has too much of is said by the procedure's own schema.
    const push = createApi(c.var.context).imports.push as (input: unknown) => Promise<object>
    return c.json(await push({ ...(body as object), idempotencyKey }), 201)
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    return apiRefusal(c, domainErrorOf(error))
  }
}

async function jsonOf(c: Context<HttpEnv>): Promise<unknown> {
  const text = await (await limitBody(c.req.raw)).text()
  try {
    return JSON.parse(text)
  } catch {
    throw new HTTPException(400, { message: 'The body is not JSON.' })
  }
}
