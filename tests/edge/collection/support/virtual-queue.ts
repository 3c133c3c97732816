import type { Message, MessageBatch, Queue } from '@cloudflare/workers-types'
import type { CollectMessage, Queues } from '#worker/env.ts'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'

/** Failed deliveries after which a message goes to the dead-letter queue, as in wrangler.toml. */
const MAX_DELIVERIES = 4

export interface Clock {
  /** The product's current time, in milliseconds. */
  now: number
}

interface Pending {
  body: unknown
  /** Time of delivery. */
  at: number
  attempts: number
  isDead: boolean
}

/** Decides what happens to each sent message: delivered once by default; an empty list loses it. */
export type Fate = (pending: Pending) => Pending[]

type Consumer = (batch: MessageBatch<unknown>) => Promise<void>

/** The queues in memory, with their own time: delays pass at once, in the order in which they would have ended. */
export class VirtualQueue {
  readonly queues: Queues
  fate: Fate = (pending) => [pending]
  sent = 0
  readonly #clock: Clock
  #pending: Pending[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    const queue = {
      send: async (body: CollectMessage, options?: { delaySeconds?: number }) =>
        this.put(body, options?.delaySeconds ?? 0),
      sendBatch: async (messages: Iterable<{ body: CollectMessage }>) => {
        for (const { body } of messages) this.put(body, 0)
      },
    } as unknown as Queue<CollectMessage>
    // The effects of stored reviews have their own tests.
    const lost = { send: async () => {}, sendBatch: async () => {} }
    this.queues = {
      ...Object.fromEntries([...PLATFORMS, 'webhooks'].map((name) => [name, queue])),
      reading: lost,
    } as unknown as Queues
  }

  get isEmpty(): boolean {
    return this.#pending.length === 0
  }

  put(body: unknown, delaySeconds: number): void {
    const at = this.#clock.now + delaySeconds * SECOND_MS
    this.sent += 1
    this.#pending.push(...this.fate({ body, at, attempts: 1, isDead: false }))
  }

  /** Loses every pending message, like the local queue when its process is killed. */
  lose(): void {
    this.#pending = []
  }

  /** Delivers the next messages, as many concurrently as there are consumers, and moves the clock to their time. */
  async deliver(consume: Consumer, consumeDead: Consumer, consumers = 1): Promise<void> {
    this.#pending.sort((a, b) => a.at - b.at)
    const taken = this.#pending.splice(0, consumers)
    this.#clock.now = Math.max(this.#clock.now, taken[0]?.at ?? 0)
    const due = taken.filter((pending) => pending.at <= this.#clock.now)
    this.#pending.push(...taken.filter((pending) => pending.at > this.#clock.now))
    await Promise.all(due.map((pending) => this.#deliverOne(pending, pending.isDead ? consumeDead : consume)))
  }

  async #deliverOne(pending: Pending, consumer: Consumer): Promise<void> {
    let outcome: 'none' | 'ack' | { delaySeconds?: number } = 'none'
    const message = {
      id: `message-${this.sent}`,
      timestamp: new Date(this.#clock.now),
      body: pending.body,
      attempts: pending.attempts,
      ack: () => {
        outcome = 'ack'
      },
      retry: (options: { delaySeconds?: number } = {}) => {
        outcome = options
      },
    } as unknown as Message<unknown>
    await consumer({ queue: 'collect', messages: [message] } as unknown as MessageBatch<unknown>)
    if (outcome === 'none') throw new Error('A message was neither acknowledged nor put back.')
    if (outcome !== 'ack') this.#putBack(pending, outcome)
  }

  #putBack(pending: Pending, { delaySeconds = 0 }: { delaySeconds?: number }): void {
    const at = this.#clock.now + delaySeconds * SECOND_MS
    const isSpent = pending.attempts >= MAX_DELIVERIES
    if (!isSpent) this.#pending.push({ ...pending, at, attempts: pending.attempts + 1 })
    else if (!pending.isDead) this.#pending.push({ ...pending, at, attempts: 1, isDead: true })
  }
}
