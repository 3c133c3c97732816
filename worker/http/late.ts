import type { Handler } from 'hono'
import type { HttpEnv } from './http-env.ts'

/** A handler whose code is loaded by the first request for it (docs/decisions/0119-a-worker-in-parts.md). */
export function late(load: () => Promise<Handler<HttpEnv>>): Handler<HttpEnv> {
  let handler: Handler<HttpEnv> | null = null
  return async (c, next) => {
    handler ??= await load()
    return handler(c, next)
  }
}
