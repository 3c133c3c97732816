import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Account, type Business, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import type { BackgroundContext } from '#worker/context.ts'
import { readPage } from '#worker/insights/reading/read-page.ts'
import { askForReadings } from '#worker/insights/reading/readings.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import type { ListReviewsInput } from '#worker/rules/reviews.ts'

const NOW = Date.now()

/** A business on AI Insights whose reviews are read when the test says so. */
export class Diner {
  readonly account: Account
  readonly business: Business
  /** Messages that were sent and not delivered yet. */
  messages: { organizationId: string }[] = []
  now = NOW

  constructor(account: Account, business: Business) {
    this.account = account
    this.business = business
  }

  get ctx(): BackgroundContext {
    const ctx = backgroundContext(env)
    const send = async (message: { organizationId: string }) => {
      if (message.organizationId === this.account.organizationId) this.messages.push(message)
    }
    const sendBatch = async (messages: { body: { organizationId: string } }[]) => {
      for (const { body } of messages) await send(body)
    }
    return {
      ...ctx,
      now: () => this.now,
      queues: {
        ...ctx.queues,
        reading: { send, sendBatch } as unknown as BackgroundContext['queues']['reading'],
      },
    }
  }

  async store(...reviews: { text: string; rating: number; daysAgo?: number }[]) {
    await storeReviews(
      env.DB,
      reviews.map(({ text, rating, daysAgo = 0 }) => ({
        business: this.business,
        text,
        rating,
        reviewDate: NOW - daysAgo * DAY_MS,
      })),
    )
  }

  /** Ticks once and delivers what follows from it, at most so many messages. */
  async read(mostMessages = 100): Promise<number> {
    await askForReadings(this.ctx)
    let delivered = 0
    while (delivered < mostMessages) {
      const message = this.messages.shift()
      if (!message) break
      await readPage(this.ctx, message.organizationId)
      delivered += 1
    }
    return delivered
  }

  /** `topic+-` with counts of praise and blame. */
  async topics() {
    const { results } = await env.DB.prepare(
      `SELECT topic, sum(positive) AS positive, sum(negative) AS negative FROM insight_topic_days
      WHERE business_id = ? GROUP BY topic HAVING sum(positive) + sum(neutral) + sum(negative) > 0 ORDER BY topic`,
    )
      .bind(this.business.id)
      .all<{ topic: string; positive: number; negative: number }>()
    return Object.fromEntries(results.map(({ topic, positive, negative }) => [topic, [positive, negative]]))
  }

  async terms() {
    const { results } = await env.DB.prepare(
      `SELECT month.term, sum(month.reviews) AS reviews, total.reviews AS total FROM insight_term_months AS month
      JOIN insight_terms AS total ON total.business_id = month.business_id AND total.term = month.term
      WHERE month.business_id = ? GROUP BY month.term`,
    )
      .bind(this.business.id)
      .all<{ term: string; reviews: number; total: number }>()
    for (const { reviews, total } of results) expect(total).toBe(reviews)
    return Object.fromEntries(results.map(({ term, reviews }) => [term, reviews]))
  }

  async list(
    filters: Pick<Partial<ListReviewsInput>, 'topic' | 'opinion' | 'term' | 'sentiment' | 'mismatch'>,
  ) {
    const { items } = await apiFor(this.account, { plan: 'ai_insights' }).reviews.list(filters)
    return items.map(({ review }) => review)
  }

  /** How many reviews the list at an address of the inbox has. */
  async countAt(address: string, now = Date.now()): Promise<number> {
    const { ids, ...filters } = Object.fromEntries(new URL(address, 'http://app').searchParams)
    const api = apiFor(this.account, { plan: 'ai_insights', now: () => now })
    let count = 0
    let cursor: string | undefined
    do {
      const page = await api.reviews.list({
        ...filters,
        ...(ids && { ids: ids.split(',') }),
        sort: 'posted',
        limit: 100,
        ...(cursor && { cursor }),
      })
      count += page.items.length
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return count
  }

  async run(sql: string, ...values: unknown[]) {
    await env.DB.prepare(sql)
      .bind(...values)
      .run()
  }
}

export const test = base.extend('diner', async () => {
  const account = await createAccount(env.DB, { plan: 'ai_insights' })
  return new Diner(account, await createBusiness(env.DB, account, { industry: 'Restaurant' }))
})
