import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Answer } from './wire.ts'

const DRIPS = 20

/** Sends an answer as its `delivery` says. Ends early if the caller disconnects. */
export async function deliver(response: ServerResponse, answer: Answer): Promise<void> {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : Buffer.from(answer.body)
  const delivery = answer.delivery ?? { as: 'whole' }
  const headers = { ...answer.headers, 'content-length': String(body.length) }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  switch (delivery.as) {
    case 'whole':
      response.writeHead(answer.status, headers).end(body)
      return
    case 'late':
      if (await waited(delivery.delayMs, gone.signal)) response.writeHead(answer.status, headers).end(body)
      return
    case 'drip':
      response.writeHead(answer.status, headers)
      await drip(response, body, delivery.totalMs, gone.signal)
      return
    case 'cut':
      response.writeHead(answer.status, headers)
      // The callback runs once half of the body has been sent, so that the caller really receives a beginning.
      response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.end())
      return
    case 'hang':
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
  }
}

/** False if the caller disconnected meanwhile. */
async function waited(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal }).catch(() => false)
}

async function drip(
  response: ServerResponse,
  body: Buffer,
  totalMs: number,
  signal: AbortSignal,
): Promise<void> {
  const size = Math.max(1, Math.ceil(body.length / DRIPS))
  for (let from = 0; from < body.length; from += size) {
    response.write(body.subarray(from, from + size))
    if (!(await waited(totalMs / DRIPS, signal))) return
  }
  response.end()
}
