import { HTTPException } from 'hono/http-exception'
import { MAX_BODY_BYTES, TOO_LARGE } from './envelope.ts'

/**
 * The request with its body read, never more of it than the limit: a Content-Length may lie or be missing.
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
      // Only whoever sends it can be the cause, so it is no fault of ours.
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
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: new Blob(chunks),
  })
}
