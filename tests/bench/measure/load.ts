import { Agent, type IncomingMessage, request } from 'node:http'
import type { Workerd } from '../workerd.ts'
import type { Sample } from './rounds.ts'

export interface Target {
  workerd: Workerd
  /** Name of the worker that responds. */
  worker: string
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** Sends one request over a connection of `agent`, with the product's configured host. */
function send(target: Target, agent: Agent): Promise<IncomingMessage> {
  const url = new URL(target.path, target.workerd.url(target.worker))
  const headers = { ...target.headers, host: new URL(target.workerd.appOrigin).host }
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: target.method ?? 'GET', headers }, resolve)
    sent.once('error', reject)
    sent.end(target.body)
  })
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** @throws Error if the status is not 200 */
async function requireOk(target: Target, response: IncomingMessage): Promise<void> {
  if (response.statusCode === 200) return
  const text = (await textOf(response)).slice(0, 300)
  throw new Error(`${target.worker} answers ${target.path} with ${response.statusCode}: ${text}`)
}

/** Sends one request and reads the whole response. */
export async function ask(target: Target) {
  const agent = new Agent()
  try {
    const response = await send(target, agent)
    await requireOk(target, response)
    return { headers: response.headers, body: await textOf(response) }
  } finally {
    agent.destroy()
  }
}

export interface LoadOptions {
  connections: number
  /** Duration, or requests per connection, in both cases after `warmUp` requests on each. */
  measure: { seconds: number } | { requests: number }
  warmUp?: number
}

/**
 * Sends the same request over kept-alive connections (node:http), the next one as soon as the last is
 * answered.
 *
 * @throws Error if a status is not 200
 */
export async function load(target: Target, options: LoadOptions): Promise<Sample> {
  const { connections, measure, warmUp = 5 } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []

  /** Discards the responses, because processing them here would slow the server down. */
  async function goOn(isOver: (sent: number) => boolean): Promise<void> {
    for (let sent = 0; !isOver(sent); sent += 1) {
      const started = performance.now()
      const response = await send(target, agent)
      await requireOk(target, response)
      await new Promise((resolve, reject) => response.once('end', resolve).once('error', reject).resume())
      latencies.push(performance.now() - started)
    }
  }
  const onEvery = (isOver: (sent: number) => boolean) =>
    Promise.all(Array.from({ length: connections }, () => goOn(isOver)))

  try {
    await onEvery((sent) => sent >= warmUp)
    latencies.length = 0
    const cpuBefore = target.workerd.cpuMs()
    const started = performance.now()
    await onEvery((sent) =>
      'requests' in measure
        ? sent >= measure.requests
        : performance.now() - started >= measure.seconds * 1000,
    )
    const wallMs = performance.now() - started
    const cpuAfter = target.workerd.cpuMs()
    latencies.sort((a, b) => a - b)
    return {
      operations: latencies.length,
      cpuMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / latencies.length,
      perSecond: (latencies.length * 1000) / wallMs,
      p50Ms: latencies[Math.floor(latencies.length / 2)] ?? 0,
    }
  } finally {
    agent.destroy()
  }
}
