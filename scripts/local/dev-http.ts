import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'

/** Converts a request of Node's server to one for the worker. */
export function toRequest(message: IncomingMessage, origin: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(message.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const method = message.method ?? 'GET'
  const url = new URL(message.url ?? '/', `http://${message.headers.host ?? new URL(origin).host}`)
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  const body = Readable.toWeb(message) as ReadableStream
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit)
}

/** Sends the worker's response through Node's server. */
export async function sendAnswer(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value)
  }
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (!answer.body) {
    response.end()
    return
  }
  const body = Readable.fromWeb(answer.body as unknown as NodeReadableStream)
  await new Promise<void>((resolve, reject) => {
    body.once('error', reject)
    // Fires after the response was sent completely, or when the browser has disconnected.
    response.once('close', () => {
      body.destroy()
      resolve()
    })
    body.pipe(response)
  })
}
