import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { databaseOf } from '#db/client.ts'
import { businessSources } from '#db/schema/index.ts'
import { contextFor } from '#tests/edge/support/caller.ts'
import { createRun, storedRun } from '#tests/edge/support/runs.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  giveReviewIds,
  type StoredReview,
  storeReviews,
} from '#tests/factories.ts'
import { sendAlerts } from '#worker/alerts/send-alerts.ts'
import { sendDigests } from '#worker/alerts/send-digests.ts'
import { createApi } from '#worker/api/router.ts'
import { closeRun } from '#worker/collection/close.ts'
import type { Context } from '#worker/context.ts'

/** A Monday, at noon. */
export const MONDAY = Date.UTC(2026, 5, 15, 12)

/** The choices on the screen, with the product's defaults. */
export const CHOICE = {
  alertStars: 3,
  digest: 'weekly' as 'off' | 'daily' | 'weekly',
  digestWeekday: 1,
  digestTime: '08:00',
  quietFrom: null as string | null,
  quietUntil: null as string | null,
  timeZone: 'UTC',
  takesMail: true,
  takesAlarms: true,
}

interface ShopOptions {
  plan?: string
  name?: string
  isVerified?: boolean
}

/** An owner with a business, with their own clock. */
export type Shop = Awaited<ReturnType<typeof openShop>>

let number = 0

export async function openShop({ plan = 'pro', name = 'Corner Shop', isVerified = true }: ShopOptions = {}) {
  number += 1
  const clock = { now: MONDAY }
  const account = await createAccount(env.DB, { plan, isVerified, now: clock.now })
  const business = await createBusiness(env.DB, account, {
    name,
    createdAt: clock.now,
    googleUrl: `https://www.google.com/maps/place/?ftid=0x1a:0x${(number + 256).toString(16)}`,
  })
  const ctx: Context = contextFor(account, { plan, isVerified, now: () => clock.now })
  const api = createApi(ctx)
  return {
    account,
    business,
    clock,
    ctx,
    api,
    /** Runs a scheduled collection that stores these reviews, posted just now. */
    async collect(...reviews: Omit<StoredReview, 'business'>[]) {
      // No two runs of a source are created in the same millisecond.
      clock.now += 1
      await collect(ctx, business, plan, reviews)
    },
    alerts: () => sendAlerts(ctx),
    digests: () => sendDigests(ctx),
    choose: (wishes: Partial<typeof CHOICE>) => api.alerts.save({ ...CHOICE, ...wishes }),
    row: () => recipientOf(account),
  }
}

async function collect(
  ctx: Context,
  business: Business,
  plan: string,
  reviews: readonly Omit<StoredReview, 'business'>[],
) {
  const now = ctx.now()
  const id = await createRun(business, {
    triggerType: 'schedule',
    status: 'running',
    createdAt: now,
    reviewsNew: reviews.length,
  })
  await storeReviews(
    env.DB,
    reviews.map((review) => ({ business, reviewDate: now, scrapedAt: now, ...review })),
  )
  await giveReviewIds(env.DB).run()
  const [source] = await databaseOf(env)
    .select()
    .from(businessSources)
    .where(eq(businessSources.businessId, business.id))
  await closeRun(ctx, { run: await storedRun(id), source: source ?? null, plan }, { status: 'succeeded' })
}

async function recipientOf({ userId }: Account) {
  const row = await env.DB.prepare('SELECT * FROM alert_recipients WHERE user_id = ?')
    .bind(userId)
    .first<Record<string, unknown>>()
  if (!row) throw new Error('every member has a row')
  return row
}

/** Makes nobody of earlier tests due, because a tick serves everyone. */
export async function forgetDue(): Promise<void> {
  await env.DB.prepare('UPDATE alert_recipients SET next_alert_at = NULL, next_digest_at = NULL').run()
}
