import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, Response } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import type { Env } from '#worker/env.ts'
import { type Batch, type Delivery, handledBatch } from './dev-queue.ts'
import { ROOT } from './run.ts'
import { servedWorkerFiles } from './worker-files.ts'

/** Consumes a batch from a queue. */
export type Consumer = (batch: Batch) => Promise<void>

export interface DevBindings {
  /** The bindings of wrangler.toml and the settings, for use in this process. */
  env: Env
  close(): Promise<void>
}

/**
 * The only code in workerd here: passes queue deliveries to this process, and acknowledges or retries them accordingly.
 */
const QUEUE_DOOR = `export default {
  async queue({ queue, messages }, env) {
    const deliveries = messages.map(({ id, timestamp, attempts, body }) => ({ id, timestamp: timestamp.getTime(), attempts, body }))
    const answer = await env.NODE.fetch('http://node', { method: 'POST', body: JSON.stringify({ queue, deliveries }) })
    if (!answer.ok) throw new Error(await answer.text())
    const retries = await answer.json()
    for (const message of messages) retries[message.id] ? message.retry(retries[message.id]) : message.ack()
  },
}`

/** The local D1 and queues of `npm start`, without the worker, which runs in this process. */
export async function startBindings(
  stateDir: string,
  settings: Record<string, string>,
  consume: Consumer,
): Promise<DevBindings> {
  const { workerOptions } = unstable_getMiniflareWorkerOptions(`${ROOT}wrangler.toml`)
  const { assets: _, ...options } = workerOptions
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      resourcePersistencePath: `${stateDir}/v3`,
      log: new Log(LogLevel.ERROR),
      cf: false,
      workers: [
        {
          ...options,
          cronTriggers: [],
          bindings: {},
          modules: [{ type: 'ESModule', path: 'queue-door.js', contents: QUEUE_DOOR }],
          serviceBindings: {
            async NODE(request: { json(): Promise<unknown> }) {
              const { queue, deliveries } = (await request.json()) as {
                queue: string
                deliveries: Delivery[]
              }
              return Response.json(await handledBatch(queue, deliveries, consume))
            },
          },
        },
      ],
    }),
  )
  const { NODE: __, ...bindings } = await miniflare.getBindings()
  const variables = { ...(options.bindings as Record<string, string>), ...settings }
  return {
    env: { ...bindings, ...variables, ASSETS: servedWorkerFiles() } as unknown as Env,
    close: () => miniflare.dispose(),
  }
}
