import { env } from 'cloudflare:test'
import type { D1Database } from '@cloudflare/workers-types'
import { inject } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { contextFor } from '#tests/edge/support/caller.ts'
import { type Account, type Business, changePlan, createAccount, createBusiness } from '#tests/factories.ts'
import { UpstreamControl } from '#tests/upstream/control.ts'
import { googleUrl, LISTINGS, type ListingKey, yelpUrl } from '#tests/upstream/listings.ts'
import { createApi } from '#worker/api/router.ts'
import { consume, consumeDead, tick } from '#worker/background.ts'
import type { BackgroundContext } from '#worker/context.ts'
import type { Env, Settings } from '#worker/env.ts'
import type { CollectionOptions, RunView } from '#worker/rules/collection.ts'
import { HOUR_MS, MINUTE_MS, startOfDay } from '#worker/rules/durations.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import { type Clock, VirtualQueue } from './virtual-queue.ts'

const NOON = Date.UTC(2026, 5, 15, 12)
/** A time by which all reviews of the simulator have been posted. */
export const AFTER_ALL_POSTED = startOfDay(Date.now()) + 12 * HOUR_MS
/** Ends a test whose runs never end. */
const MAX_ROUNDS = 2_000

export const upstream = new UpstreamControl(inject('upstreamOrigin'))

interface PipelineOptions {
  plan?: string
  now?: number
  /** The product's database; the tests read the real one. */
  d1?: D1Database
  settings?: Partial<Settings>
  /** Bindings or variables to override, such as those of another simulator. */
  env?: Env
}

/** An account with its whole collection pipeline, with its own clock. */
export interface Pipeline {
  account: Account
  ctx: BackgroundContext
  clock: Clock
  queue: VirtualQueue
  /** Requests to the platforms, with their times on the pipeline's clock. */
  requests: { at: number; url: string }[]
  /** Sets the account's plan in the database. */
  setPlan(plan: string): Promise<void>
  /** The account's procedures, on the pipeline's database or another binding. */
  api(d1?: D1Database): ReturnType<typeof createApi>
  addBusiness(urls: { googleUrl?: string; yelpUrl?: string; createdAt?: number }): Promise<Business>
  /** Adds a business with its listing on one platform. */
  addListing(key: ListingKey, platform: 'google' | 'yelp'): Promise<Business>
  start(
    business: Business,
    platforms?: Platform[],
    options?: CollectionOptions,
  ): ReturnType<ReturnType<typeof createApi>['collection']['start']>
  tick(): Promise<void>
  /** Delivers the next message. */
  deliverOnce(): Promise<void>
  /** Delivers messages until there are none. */
  drain(consumers?: number): Promise<void>
  /** Delivers messages and fires cron each minute until no run is open. */
  settle(consumers?: number): Promise<void>
  /** Collects one business, waits for the end and returns its runs. */
  collect(business: Business, platforms?: Platform[], options?: CollectionOptions): Promise<RunView[]>
  hasOpenRuns(): Promise<boolean>
}

export async function createPipeline(options: PipelineOptions = {}): Promise<Pipeline> {
  let plan = options.plan ?? 'ai_insights'
  const clock: Clock = { now: options.now ?? NOON }
  const account = await createAccount(env.DB, { plan, now: clock.now })
  const queue = new VirtualQueue(clock)
  const requests: Pipeline['requests'] = []
  const member = (d1 = options.d1) => {
    const context = contextFor(account, {
      plan,
      now: () => clock.now,
      ...(options.env && { env: options.env }),
    })
    return {
      ...context,
      queues: queue.queues,
      outbound: (...asked: Parameters<typeof context.outbound>) => {
        requests.push({ at: clock.now, url: asked[1].url })
        return context.outbound(...asked)
      },
      settings: { ...context.settings, ...options.settings },
      ...(d1 && { db: databaseOf({ DB: d1 }) }),
    }
  }
  const ctx: BackgroundContext = member()
  const onBatch = (batch: Parameters<typeof consume>[1]) => consume(ctx, batch)
  const onDead = (batch: Parameters<typeof consume>[1]) => consumeDead(ctx, batch)

  const pipeline: Pipeline = {
    account,
    ctx,
    clock,
    queue,
    requests,
    async setPlan(next) {
      plan = next
      await changePlan(env.DB, account, next, clock.now)
    },
    api: (d1) => createApi(member(d1)),
    addBusiness: (urls) => createBusiness(env.DB, account, { createdAt: clock.now, ...urls }),
    addListing: (key, platform) =>
      pipeline.addBusiness(
        platform === 'google' ? { googleUrl: googleUrl(LISTINGS[key]) } : { yelpUrl: yelpUrl(LISTINGS[key]) },
      ),
    start: (business, platforms, wishes = {}) =>
      pipeline.api().collection.start({
        businessId: business.id,
        ...(platforms && { platforms }),
        options: wishes,
      }),
    tick: () => tick(ctx),
    deliverOnce: () => queue.deliver(onBatch, onDead),
    async drain(consumers) {
      for (let round = 0; !queue.isEmpty; round += 1) {
        if (round > MAX_ROUNDS) throw new Error('The messages never end.')
        await queue.deliver(onBatch, onDead, consumers)
      }
    },
    async settle(consumers) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        await pipeline.drain(consumers)
        if (!(await pipeline.hasOpenRuns())) return
        clock.now += MINUTE_MS
        await pipeline.tick()
      }
      throw new Error('A run never ends.')
    },
    async collect(business, platforms, wishes) {
      const started = await pipeline.start(business, platforms, wishes)
      await pipeline.settle()
      return Promise.all(started.runs.map(({ id }) => pipeline.api().collection.run({ id })))
    },
    async hasOpenRuns() {
      const row = await env.DB.prepare(
        "SELECT count(*) AS count FROM scrape_runs WHERE organization_id = ? AND status IN ('queued', 'running')",
      )
        .bind(account.organizationId)
        .first<{ count: number }>()
      return (row?.count ?? 0) > 0
    },
  }
  return pipeline
}
