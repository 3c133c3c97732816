import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  giveReviewIds,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const REVIEWS = 160

let account: Account
let businesses: readonly Business[]

/** Reviews of every kind that is counted apart somewhere: answered, settled, saved only, posted, removed; over 300 days. */
async function storeAllKinds() {
  const random = randomFrom('figures')
  const ids: { business: Business; id: string }[] = []
  const stored = Array.from({ length: REVIEWS }, (_, index) => {
    const business = businesses[index % businesses.length] as Business
    const reviewDate = NOW - random.int(0, 299) * DAY_MS - random.int(0, 11) * HOUR_MS
    ids.push({ business, id: `r${index}` })
    return {
      business,
      platform: PLATFORMS[index % PLATFORMS.length] as (typeof PLATFORMS)[number],
      platformReviewId: `r${index}`,
      rating: random.int(1, 5),
      reviewDate,
      scrapedAt: Math.min(NOW, reviewDate + HOUR_MS),
      ownerResponse: index % 5 === 0 ? { text: 'Thanks', date: reviewDate + 2 * HOUR_MS } : null,
    }
  }).sort((one, other) => one.reviewDate - other.reviewDate)
  await storeReviews(env.DB, stored)
  await giveReviewIds(env.DB).run()
  for (const [index, { business, id }] of ids.entries()) {
    const answer = { platformReviewId: id, text: 'Thank you.', at: NOW }
    if (index % 5 === 1) await storeResponses(env.DB, business, [{ ...answer, isPosted: index % 3 === 0 }])
    if (index % 5 === 2)
      await env.DB.prepare('UPDATE reviews SET responded = 1, settled_at = ? WHERE platform_review_id = ?')
        .bind(NOW, id)
        .run()
    if (index % 7 === 3)
      await env.DB.prepare('UPDATE reviews SET removed_at = ? WHERE platform_review_id = ?')
        .bind(NOW, id)
        .run()
  }
}

beforeEach(async () => {
  account = await createAccount(env.DB)
  businesses = [
    await createBusiness(env.DB, account, { name: 'Harbor Books' }),
    await createBusiness(env.DB, account, { name: 'Quay Café' }),
  ]
  await storeAllKinds()
})

const api = () => apiFor(account, { plan: 'ai_insights', now: () => NOW })

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

test('each figure is the same wherever it is shown, of all businesses and of one', async () => {
  for (const business of [undefined, ...businesses]) {
    const input = business ? { businessId: business.id } : {}
    const dashboard = await api().screens.dashboard(input)
    const inbox = await api().screens.reviews({ ...input, visibility: 'public' })
    const analytics = await api().screens.analytics(input)
    const stats = await api().reviews.stats(input)
    const cards = (await api().screens.businesses({})).items.filter(
      ({ id }) => !business || id === business.id,
    )
    const list = await api().reviews.list({ ...input, visibility: 'public', limit: 100, sort: 'posted' })

    const figures: Record<string, unknown[]> = {
      'reviews shown now': [
        dashboard.stats.totalReviews,
        stats.totalReviews,
        sum(cards.map(({ reviewCount }) => reviewCount)),
        inbox.total,
      ],
      'reviews that need an answer': [
        dashboard.stats.pendingResponses,
        stats.pendingResponses,
        sum(cards.map(({ pendingCount }) => pendingCount)),
        inbox.counts?.needsAnswer,
      ],
      'replies that are saved and not posted': [dashboard.unposted, inbox.counts?.unposted],
      'average rating': [dashboard.stats.averageRating, stats.averageRating],
      'reviews posted in the last 30 days': [
        dashboard.trend.reviews.current,
        analytics.trend.reviews.current,
        sum(analytics.daily.map(({ count }) => count)),
        sum(analytics.platforms.map(({ count }) => count)),
        sum(
          analytics.locations.filter(({ id }) => !business || id === business.id).map(({ count }) => count),
        ),
        list.items.filter(({ date }) => date >= `${analytics.period.from}T00:00:00.000Z`).length,
      ],
      'reviews posted in the 30 days before': [
        dashboard.trend.reviews.previous,
        analytics.trend.reviews.previous,
      ],
      'average rating of the last 30 days': [
        dashboard.trend.averageRating.current,
        analytics.trend.averageRating.current,
      ],
      'replies of the last 30 days that guests can see': [
        dashboard.trend.visible.current,
        analytics.trend.visible.current,
      ],
    }
    for (const [name, [first, ...others]] of Object.entries(figures)) {
      expect(first, name).toBeGreaterThan(0)
      for (const other of others) expect(other, name).toBe(first)
    }
  }
})
