import type { MessageBatch, QueueRetryOptions } from '@cloudflare/workers-types'
import type { CollectMessage } from '#worker/env.ts'

export type Batch = MessageBatch<CollectMessage>

/** A message from workerd. */
export interface Delivery {
  id: string
  /** Milliseconds, UTC. */
  timestamp: number
  attempts: number
  body: CollectMessage
}

/**
 * Consumes a batch in this process.
 *
 * @returns ids of the messages to retry; all others are done
 * @throws the consumer's error: then the whole batch is retried
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
