import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { type Account, createAccount, createBusiness } from '#tests/factories.ts'
import { UpstreamControl } from '#tests/upstream/control.ts'
import { RECEIVER_HOST } from '#tests/upstream/receiver.ts'
import { createApi } from '#worker/api/router.ts'
import type { Queues } from '#worker/env.ts'
import { WEBHOOK_EVENTS } from '#worker/rules/webhooks.ts'
import { announce } from '#worker/webhooks/announce.ts'
import { deliverWebhooks } from '#worker/webhooks/deliver.ts'

const upstream = new UpstreamControl(inject('upstreamOrigin'))

export type Station = Awaited<ReturnType<typeof openStation>>

/** A new review, as an event for an organization's endpoints. */
export async function storeEvent(account: Account): Promise<void> {
  const ctx = contextFor(account)
  const happened = { event: 'review.created', data: sql`'{}'`, from: sql`(SELECT 1) WHERE true` } as const
  await ctx.db.batch(announce(ctx, account.organizationId, [happened]))
}

let number = 0

/** An owner with an endpoint at a program of the simulator that responds in the given way, with their own clock. */
export async function openStation(answers = 'take', timeoutMs?: number) {
  number += 1
  const path = `/${answers}/${number}`
  const clock = { now: Date.now() }
  const account = await createAccount(env.DB, { plan: 'ai_insights' })
  const business = await createBusiness(env.DB, account)
  const asked: { body: unknown; delaySeconds: number }[] = []
  const send = async (body: unknown, { delaySeconds = 0 } = {}) => void asked.push({ body, delaySeconds })
  const context = contextFor(account, { now: () => clock.now })
  const ctx: typeof context = {
    ...context,
    queues: { ...context.queues, webhooks: { send } as unknown as Queues['webhooks'] },
    outbound: (purpose, request, options) =>
      context.outbound(purpose, request, { ...options, timeoutMs: timeoutMs ?? options.timeoutMs }),
  }
  const api = createApi(ctx)
  const endpoint = await api.webhooks.create({
    url: `https://${RECEIVER_HOST}${path}`,
    events: [...WEBHOOK_EVENTS],
  })
  return {
    account,
    business,
    clock,
    ctx,
    api,
    endpoint,
    /** Messages sent to the queue. */
    asked,
    deliver: () => deliverWebhooks(ctx, endpoint.id),
    /** Advances the clock, then delivers what is due. */
    async later(ms: number) {
      clock.now += ms
      await deliverWebhooks(ctx, endpoint.id)
    },
    received: async () => (await upstream.webhooks()).filter((message) => message.path === path),
    deliveries: async () => (await api.webhooks.deliveries({ id: endpoint.id })).items,
    view: async () => (await api.webhooks.list()).items[0],
  }
}
