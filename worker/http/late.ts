import type { Handler } from 'hono'
import type { HttpEnv } from './http-env.ts'

/** A module's handler, loaded by the first request for it (docs/decisions/0119-a-worker-in-parts.md). */
export function late<Name extends string>(
  load: () => Promise<Record<Name, Handler<HttpEnv>>>,
  name: Name,
): Handler<HttpEnv> {
  return lateHandler(async () => (await load())[name])
}

/** A handler that is created by the first request for it. */
export function lateHandler(create: () => Promise<Handler<HttpEnv>>): Handler<HttpEnv> {
  let handler: Handler<HttpEnv> | null = null
  return async (c, next) => {
    handler ??= await create()
    return handler(c, next)
  }
}
