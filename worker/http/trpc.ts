import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { costsHash } from '../api/init.ts'
import { appRouter, createApi } from '../api/router.ts'
import type { Context } from '../context.ts'
import { limitBody } from './body.ts'
import { MAX_BATCH } from './calls-ahead.ts'
import type { HttpEnv } from './http-env.ts'
import { refuse } from './refuse.ts'

const ENDPOINT = '/trpc'

export const trpcHandler: Handler<HttpEnv> = async (c) => {
  const { context } = c.var
  if (asksForStream(c.req.raw.headers)) return refuse(c, 400, 'Answers are not streamed: ask for JSON.')
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    router: appRouter,
    req: await readableBody(await limitBody(c.req.raw)),
    createContext: ({ info }) => ({
      ...context,
      hashingCalls: info.calls.filter(({ procedure }) => costsHash(procedure)).length,
    }),
    allowBatching: true,
    maxBatchSize: MAX_BATCH,
    allowMethodOverride: false,
  })
}

/** A streamed response would send status 200 before the first procedure has finished. */
function asksForStream(headers: Headers): boolean {
  return ['trpc-accept', 'accept'].some((name) => headers.get(name)?.includes('application/jsonl'))
}

/**
 * The request with its body as text. @throws HTTPException 400 for invalid UTF-8, instead of replacing it with U+FFFD
 */
async function readableBody(request: Request): Promise<Request> {
  if (request.body === null) return request
  const { url, method, headers } = request
  const bytes = await request.arrayBuffer()
  try {
    const body = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return new Request(url, { method, headers, body })
  } catch (cause) {
    throw new HTTPException(400, { message: 'The body is not UTF-8.', cause })
  }
}

/**
 * Calls a procedure by its path, such as `reviews.list`. Its own schema validates the input.
 *
 * @throws TRPCError
 */
export async function callProcedure(context: Context, path: string, input: object): Promise<unknown> {
  let step: unknown = createApi(context)
  // A caller is a proxy of functions whose properties are the next level.
  for (const name of path.split('.')) step = Reflect.get(step as object, name)
  return (step as (input: object) => Promise<unknown>)(input)
}
