import type { MessageBatch, QueueRetryOptions } from '@cloudflare/workers-types'
import type { CollectMessage } from '#worker/env.ts'

export type Batch = MessageBatch<CollectMessage>

/** A message as it comes out of workerd. */
export interface Delivery {
  id: string
  /** Milliseconds, UTC. */
  timestamp: number
  attempts: number
  body: CollectMessage
}

/**
 * Has a batch consumed in this process.
 *
 * @returns the messages to be delivered again, by id; all others are done
 * @throws what the consumer throws: then the whole batch comes again
 */
export async function handledBatch(
  queue: string,
  deliveries: readonly Delivery[],
  consume: (batch: Batch) => Promise<void>,
): Promise<Record<string, QueueRetryOptions>> {
  const retries = new Map<string, QueueRetryOptions>()
  const messages = deliveries.map(({ id, timestamp, attempts, body }) => ({
    id,
    timestamp: new Date(timestamp),
    attempts,
    body,
    ack: () => void retries.delete(id),
    retry: (options: QueueRetryOptions = {}) => void retries.set(id, options),
  }))
  await consume({
    queue,
    messages,
    ackAll: () => retries.clear(),
    retryAll: (options: QueueRetryOptions = {}) => {
      for (const { id } of messages) retries.set(id, options)
    },
  } as unknown as Batch)
  return Object.fromEntries(retries)
}
