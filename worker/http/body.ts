import type { MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { MAX_BODY_BYTES, TOO_LARGE } from './envelope.ts'
import type { HttpEnv } from './http-env.ts'

/**
 * Reads the body up to a limit, because Content-Length may be wrong or missing.
 *
 * @throws HTTPException 413; 400 for a body that breaks off or whose chunks can't be read
 */
export async function limitBody(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Request> {
  if (request.body === null) return request
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      // Only the client can cause this, so it isn't our fault.
      throw new HTTPException(400, { message: 'The body of the request broke off.', cause })
    })
    if (done) break
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw new HTTPException(413, { message: TOO_LARGE })
    }
    chunks.push(value)
  }
  const { url, method, headers } = request
  return new Request(url, { method, headers, body: new Blob(chunks) })
}

/**
 * Drops the body of a GET or HEAD. It has no meaning there (RFC 9110, section 9.3.1), some clients always send an empty
 * one, and neither the screens' router nor tRPC can copy a request that has one.
 */
export const ignoreBody: MiddlewareHandler<HttpEnv> = (c, next) => {
  const { raw } = c.req
  if (raw.body !== null && (raw.method === 'GET' || raw.method === 'HEAD')) {
    const { url, method, headers, signal } = raw
    // Cloudflare's connection data, which the DOM types lack.
    const { cf } = raw as { cf?: unknown }
    c.req.raw = new Request(url, { method, headers, signal, cf } as RequestInit)
  }
  return next()
}

/** Undefined if the body isn't JSON. @throws HTTPException as `limitBody` */
export async function jsonBody(request: Request, maxBytes?: number): Promise<unknown> {
  const text = await (await limitBody(request, maxBytes)).text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

/** @throws HTTPException 415; also as `limitBody` */
export async function formOf(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== FORM_TYPE) throw new HTTPException(415, { message: `Send ${FORM_TYPE}.` })
  const body = await (await limitBody(request)).arrayBuffer()
  return new URLSearchParams(new TextDecoder().decode(body))
}
