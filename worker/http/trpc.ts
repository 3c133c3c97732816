import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { Handler } from 'hono'
import { appRouter } from '../api/router.ts'
import type { HttpEnv } from './http-env.ts'
import { limitBody } from './limit-body.ts'

const MAX_BATCH = 10
const ENDPOINT = '/trpc'

/** How many procedures an address calls: `/trpc/one,two` is a batch of two. */
export function countCalls(path: string): number {
  return path.startsWith(`${ENDPOINT}/`) ? path.split(',').length : 0
}

/** `/trpc/<procedure>`: the procedures over HTTP. */
export const trpcHandler: Handler<HttpEnv> = async (c) => {
  const { context } = c.var
  return fetchRequestHandler({
    endpoint: ENDPOINT,
    router: appRouter,
    req: await limitBody(c.req.raw),
    createContext: () => context,
    allowBatching: true,
    maxBatchSize: MAX_BATCH,
    allowMethodOverride: false,
  })
}
