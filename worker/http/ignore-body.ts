import type { MiddlewareHandler } from 'hono'
import type { HttpEnv } from './http-env.ts'

/**
 * Goes on without the body of a GET or HEAD: it means nothing there (RFC 9110, section 9.3.1), some clients send one of
 * length 0 with each, and neither the screens' router nor tRPC can copy a request that has one.
 */
export const ignoreBody: MiddlewareHandler<HttpEnv> = (c, next) => {
  const { raw } = c.req
  if (raw.body !== null && (raw.method === 'GET' || raw.method === 'HEAD')) {
    const { url, method, headers, signal } = raw
    // What the platform knows of the connection; the DOM's types don't have it.
    const { cf } = raw as { cf?: unknown }
    c.req.raw = new Request(url, { method, headers, signal, cf } as RequestInit)
  }
  return next()
}
