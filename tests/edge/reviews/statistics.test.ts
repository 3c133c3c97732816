import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test } from '#tests/edge/support/test.ts'
import { createBusiness, storeResponses, storeReviews } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { PLANS, planLimits } from '#worker/rules/plans.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const TODAY = Date.UTC(2026, 5, 15)

test.for([...PLANS, 'gold'])(
  'on the %s plan reviews first seen within the history count, to the day',
  async (plan, { account }) => {
    const { historyDays } = planLimits(plan)
    const business = await createBusiness(env.DB, account)
    const cutoff = TODAY - historyDays * DAY_MS
    await storeReviews(
      env.DB,
      [cutoff - DAY_MS, cutoff - 1, cutoff, cutoff + 1, NOW].map((scrapedAt) => ({
        business,
        scrapedAt,
        rating: 4,
      })),
    )
    const api = apiFor(account, { plan, now: () => NOW })
    expect((await api.reviews.stats()).totalReviews).toBe(3)
    expect((await api.reviews.list()).items).toHaveLength(3)
    expect((await api.businesses.stats()).totalReviews).toBe(3)
    const dashboard = await api.screens.dashboard()
    expect(dashboard).toMatchObject({ historyDays, stats: { totalReviews: 3 } })
    expect(dashboard.daily.map(({ day }) => day)).toEqual([
      new Date(cutoff).toISOString().slice(0, 10),
      '2026-06-15',
    ])
    // The window moves at midnight UTC, not before.
    const lastMoment = apiFor(account, { plan, now: () => TODAY + DAY_MS - 1 })
    expect((await lastMoment.reviews.stats()).totalReviews).toBe(3)
    const tomorrow = apiFor(account, { plan, now: () => TODAY + DAY_MS })
    expect((await tomorrow.reviews.stats()).totalReviews).toBe(1)
  },
)

test("recent reviews are those of the last 30 days within the plan's history", async ({ account }) => {
  const business = await createBusiness(env.DB, account)
  const ages = [0, 1, 29, 30, 31, 89, 364]
  await storeReviews(
    env.DB,
    ages.toReversed().map((days) => ({ business, scrapedAt: TODAY - days * DAY_MS })),
  )
  const recent = async (plan: string) => {
    const stats = await apiFor(account, { plan, now: () => NOW }).reviews.stats()
    return [stats.totalReviews, stats.recentReviews]
  }
  expect(await recent('free')).toEqual([4, 4])
  expect(await recent('pro')).toEqual([6, 4])
  expect(await recent('ai_insights')).toEqual([7, 4])
})

test('statistics state how each figure of recently posted reviews moved', async ({ account }) => {
  const business = await createBusiness(env.DB, account)
  const ages = [...Array<number>(30).fill(3), ...Array<number>(20).fill(40)]
  await storeReviews(
    env.DB,
    ages.map((age, index) => ({
      business,
      rating: age === 3 ? 4 : 5,
      platformReviewId: `t${index}`,
      reviewDate: NOW - age * DAY_MS,
      scrapedAt: NOW,
    })),
  )
  expect((await apiFor(account, { now: () => NOW }).reviews.stats()).trend).toEqual({
    totalReviews: { direction: 'up', percent: 50 },
    averageRating: { direction: 'down', percent: 20 },
    responseRate: { direction: 'stable', percent: 0 },
    pendingResponses: { direction: 'up', percent: 50 },
  })
})

test('statistics are split by sentiment and platform, and rounded as specified', async ({ account }) => {
  const business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
  const ratings = [5, 4, 4, 3.9, 3, 2.9, 1]
  const platforms = ['google', 'google', 'yelp', 'yelp', 'yelp', 'facebook', 'tripadvisor'] as const
  await storeReviews(
    env.DB,
    ratings.map((rating, index) => ({
      business,
      rating,
      platform: platforms[index] ?? 'google',
      platformReviewId: `r${index}`,
      scrapedAt: NOW,
    })),
  )
  await storeResponses(
    env.DB,
    business,
    ['r0', 'r3'].map((platformReviewId) => ({ platformReviewId, text: 'Thanks', at: NOW })),
  )
  const api = apiFor(account, { now: () => NOW })
  const expected = {
    totalReviews: 7,
    averageRating: 3.4,
    pendingResponses: 5,
    respondedReviews: 2,
    responseRate: 28.6,
    sentimentDistribution: { positive: 3, neutral: 2, negative: 2 },
    platformDistribution: { google: 2, yelp: 3, facebook: 1, tripadvisor: 1 },
    otherPlatforms: [],
    recentReviews: 7,
    trend: {
      totalReviews: { direction: 'stable', percent: 0 },
      averageRating: { direction: 'stable', percent: 0 },
      responseRate: { direction: 'stable', percent: 0 },
      pendingResponses: { direction: 'stable', percent: 0 },
    },
    lastUpdated: '2026-06-15T12:00:00.000Z',
  }
  expect(await api.reviews.stats()).toEqual(expected)
  expect(await api.reviews.stats({ businessId: business.id })).toEqual({
    ...expected,
    businessId: business.id,
    businessName: 'Harbor Books',
  })
  expect(await api.responses.stats({ businessId: business.id })).toMatchObject({ responseRate: 28.57 })
})

test('figures cover the reviews shown now, or all that were ever seen', async ({ account }) => {
  const business = await createBusiness(env.DB, account)
  await storeReviews(
    env.DB,
    [5, 5, 4, 1, 1].map((rating, index) => ({
      business,
      rating,
      platform: index === 3 ? ('yelp' as const) : ('google' as const),
      platformReviewId: `r${index}`,
      scrapedAt: NOW,
    })),
  )
  await storeResponses(env.DB, business, [{ platformReviewId: 'r3', text: 'Sorry', at: NOW }])
  const api = apiFor(account, { now: () => NOW })
  const before = await api.reviews.stats()
  // One that was answered and one that waits.
  await env.DB.prepare("UPDATE reviews SET removed_at = ? WHERE platform_review_id IN ('r3', 'r4')")
    .bind(NOW)
    .run()
  expect(await api.reviews.stats()).toMatchObject({
    totalReviews: 3,
    averageRating: 4.7,
    pendingResponses: 3,
    respondedReviews: 0,
    responseRate: 0,
    sentimentDistribution: { positive: 3, neutral: 0, negative: 0 },
    platformDistribution: { google: 3, yelp: 0, facebook: 0, tripadvisor: 0 },
    recentReviews: 3,
  })
  expect(await api.reviews.stats({ ledger: 'all' })).toEqual(before)
  expect(await api.businesses.stats()).toMatchObject({ totalReviews: 3, averageRating: 4.7 })
  expect(await api.businesses.stats({ ledger: 'all' })).toMatchObject({ totalReviews: 5, averageRating: 3.2 })
  // An answered review stays answered.
  expect(await api.responses.stats({ businessId: business.id })).toMatchObject({ totalResponses: 1 })
  await expect(api.reviews.stats({ ledger: 'deleted' } as never)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('statistics without reviews are zero, and those of one business exclude the others', async ({
  account,
}) => {
  const [business, other] = [await createBusiness(env.DB, account), await createBusiness(env.DB, account)]
  await storeReviews(env.DB, [{ business: other, rating: 1, scrapedAt: NOW }])
  const api = apiFor(account, { now: () => NOW })
  expect(await api.reviews.stats({ businessId: business.id })).toMatchObject({
    totalReviews: 0,
    averageRating: 0,
    responseRate: 0,
    recentReviews: 0,
  })
  expect(await api.reviews.stats()).toMatchObject({ totalReviews: 1, averageRating: 1 })
})

const BUSINESSES = 10
const STORED = volume(20_000, 100_000)
const DAYS = 365

test(`with ${STORED} reviews stored, statistics read at most one row per business and day`, async ({
  account,
}) => {
  const own = await Promise.all(
    Array.from({ length: BUSINESSES }, (_, index) =>
      createBusiness(env.DB, account, { name: `Place ${index}` }),
    ),
  )
  const per = STORED / (DAYS + 1)
  await storeReviews(
    env.DB,
    Array.from({ length: STORED }, (_, index) => ({
      business: own[index % BUSINESSES] ?? { id: '', organizationId: '' },
      platformReviewId: `bulk-${index}`,
      rating: 1 + (index % 5),
      text: `visit number ${index}`,
      // Spread over every day of the widest window, today included.
      scrapedAt: TODAY - DAYS * DAY_MS + Math.floor(index / per) * DAY_MS + (index % 1_000),
    })),
  )
  const stored = await env.DB.prepare(
    `SELECT count(*) AS days, sum(review_count) AS reviews FROM review_daily_stats
    WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = ?)`,
  )
    .bind(account.organizationId)
    .first()
  expect(stored).toEqual({ days: BUSINESSES * (DAYS + 1), reviews: STORED })

  type Api = ReturnType<typeof apiFor>
  const cost = async (plan: string, call: (api: Api) => Promise<unknown>) => {
    const meter = createMeter()
    await call(apiFor(account, { plan, now: () => NOW, meter }))
    return meter
  }
  for (const plan of ['free', 'pro', 'ai_insights']) {
    const { historyDays } = planLimits(plan)
    const budget = BUSINESSES * (historyDays + 3)
    for (const call of [
      (api: Api) => api.reviews.stats(),
      (api: Api) => api.reviews.stats({ ledger: 'all' }),
      (api: Api) => api.businesses.stats(),
      (api: Api) => api.businesses.stats({ ledger: 'all' }),
    ]) {
      const { rowsRead, roundTrips } = await cost(plan, call)
      expect(roundTrips).toBe(1)
      expect(rowsRead).toBeLessThanOrEqual(budget)
    }
    // In addition: the latest 8 and the waiting 3 reviews, each with one more to see if there are others, as
    // index entries and as reviews; and each business with its source.
    const besides = 2 * (8 + 1) + 2 * (3 + 1) + 2 * BUSINESSES
    for (const ledger of ['public', 'all'] as const) {
      const dashboard = await cost(plan, (api) => api.screens.dashboard({ ledger }))
      expect(dashboard.rowsRead).toBeLessThanOrEqual(budget + besides)
    }
    const ofOne = await cost(plan, (api) => api.reviews.stats({ businessId: own[0]?.id }))
    expect(ofOne.rowsRead).toBeLessThanOrEqual(historyDays + 3)
  }
  expect((await apiFor(account, { now: () => NOW }).reviews.stats()).totalReviews).toBe(STORED)
}, 120_000)
