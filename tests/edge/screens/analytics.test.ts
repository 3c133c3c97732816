import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import {
  type Account,
  type Business,
  copyResponses,
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

let account: Account
let harbor: Business
let quay: Business

beforeEach(async () => {
  account = await createAccount(env.DB)
  harbor = await createBusiness(env.DB, account, { name: 'Harbor Books' })
  quay = await createBusiness(env.DB, account, { name: 'Quay Café' })
})

const api = (plan = 'ai_insights') => apiFor(account, { plan, now: () => NOW })
const analytics = (input: { businessId?: string; days?: 30 | 90 | 365 } = {}, plan?: string) =>
  api(plan).screens.analytics(input)

interface Review {
  days: number
  rating: number
  platform?: (typeof PLATFORMS)[number]
  /** Hours until the reply; null if there is none. */
  answered?: number | null
}

async function store(business: Business, reviews: readonly Review[]) {
  await storeReviews(
    env.DB,
    reviews.map(({ days, rating, platform = 'google', answered = null }, index) => {
      const reviewDate = NOW - days * DAY_MS
      return {
        business,
        platform,
        platformReviewId: `${business.id} ${index}`,
        rating,
        reviewDate,
        scrapedAt: Math.min(NOW, reviewDate + HOUR_MS),
        ownerResponse: answered === null ? null : { text: 'Thanks', date: reviewDate + answered * HOUR_MS },
      }
    }),
  )
  await giveReviewIds(env.DB).run()
}

test('an account without reviews has empty figures and says how many reviews it needs', async () => {
  const view = await analytics()
  expect(view).toMatchObject({
    periods: [30, 90, 365],
    period: { from: '2026-05-17', to: '2026-06-15' },
    former: { from: '2026-04-17', to: '2026-05-16' },
    trend: { reviews: { current: 0, previous: 0 } },
    daily: [],
    months: [{ from: '2026-06-01', to: '2026-06-15', stars: [0, 0, 0, 0, 0] }],
    verdict: null,
    platforms: [],
    waiting: { count: 0, needed: 5 },
    failed: false,
  })
  expect(view.locations).toMatchObject([
    { count: 0, rank: null, needed: 5, average: null },
    { count: 0, rank: null, needed: 5, average: null },
  ])
})

test('a period beyond the history has no former one, and a longer period is cut', async () => {
  expect(await analytics({ days: 90 }, 'pro')).toMatchObject({
    periods: [30, 90],
    former: null,
    waitingBefore: null,
    actions: [],
    trend: { reviews: { previous: 0 } },
  })
  expect(await analytics({ days: 365 }, 'pro')).toMatchObject({ periodDays: 90 })
  expect(await analytics({ days: 90 })).toMatchObject({ former: { from: '2025-12-18', to: '2026-03-17' } })
})

test('reviews count on the day they were posted, by period, month, platform and location', async () => {
  await store(harbor, [
    { days: 0, rating: 5, answered: 2 },
    { days: 0, rating: 1 },
    { days: 29, rating: 4.5 },
    { days: 30, rating: 3 },
    { days: 59, rating: 2 },
    { days: 60, rating: 5 },
  ])
  await store(quay, [{ days: 1, rating: 4, platform: 'yelp', answered: 30 }])
  const view = await analytics()
  expect(view.trend).toEqual({
    reviews: { current: 4, previous: 2 },
    averageRating: { current: 3.6, previous: 2.5 },
    visible: { current: 2, previous: 0 },
    visibleRate: { current: 50, previous: 0 },
  })
  expect(view.daily.map(({ day, count, negative }) => [day, count, negative])).toEqual([
    ['2026-05-17', 1, 0],
    ['2026-06-14', 1, 0],
    ['2026-06-15', 2, 1],
  ])
  expect(view.months).toEqual([
    { from: '2026-04-01', to: '2026-04-30', stars: [0, 1, 0, 0, 1] },
    { from: '2026-05-01', to: '2026-05-31', stars: [0, 0, 1, 1, 0] },
    { from: '2026-06-01', to: '2026-06-15', stars: [1, 0, 0, 1, 1] },
  ])
  expect(view.platforms).toEqual([
    { platform: 'google', count: 3, average: 3.5, before: { count: 2, average: 2.5 } },
    { platform: 'yelp', count: 1, average: 4, before: { count: 0, average: null } },
  ])
  expect(view.waiting).toMatchObject({ count: 4, open: 2, undated: 0, needed: 1 })
  const alone = await analytics({ businessId: quay.id })
  expect(alone.trend.reviews.current).toBe(1)
  expect(alone.platforms).toHaveLength(1)
  expect(alone.locations.map(({ name, count }) => [name, count])).toEqual([
    ['Harbor Books', 3],
    ['Quay Café', 1],
  ])
})

test('months before both periods count the stars of all businesses in every period', async () => {
  await store(harbor, [
    { days: 59, rating: 2 },
    { days: 60, rating: 5 },
    { days: 70, rating: 1 },
    { days: 75, rating: 4 },
    // In a month that the history cuts off.
    { days: 362, rating: 1 },
  ])
  await store(quay, [
    { days: 76, rating: 5 },
    { days: 140, rating: 3 },
  ])
  const months = [
    { from: '2026-01-01', to: '2026-01-31', stars: [0, 0, 1, 0, 0] },
    { from: '2026-02-01', to: '2026-02-28', stars: [0, 0, 0, 0, 0] },
    { from: '2026-03-01', to: '2026-03-31', stars: [0, 0, 0, 0, 1] },
    { from: '2026-04-01', to: '2026-04-30', stars: [1, 1, 0, 1, 1] },
    { from: '2026-05-01', to: '2026-05-31', stars: [0, 0, 0, 0, 0] },
    { from: '2026-06-01', to: '2026-06-15', stars: [0, 0, 0, 0, 0] },
  ]
  for (const days of [30, 90, 365] as const) expect((await analytics({ days })).months).toEqual(months)
  const alone = await analytics({ businessId: quay.id })
  expect(alone.months.map(({ stars }) => stars[4])).toEqual([0, 0, 1, 0, 0, 0])
})

test('removed reviews do not count', async () => {
  await store(harbor, [
    { days: 2, rating: 1, answered: 3 },
    { days: 2, rating: 5 },
  ])
  await env.DB.prepare('UPDATE reviews SET removed_at = ? WHERE business_id = ? AND rating = 1')
    .bind(NOW, harbor.id)
    .run()
  const view = await analytics()
  expect(view.trend).toMatchObject({
    reviews: { current: 1 },
    averageRating: { current: 5 },
    visibleRate: { current: 0 },
  })
  expect(view.platforms).toMatchObject([{ platform: 'google', count: 1, average: 5 }])
  expect(view.waiting).toMatchObject({ count: 1, open: 1 })
})

test('a reply counts from when guests can see it, and an edited review waits again', async () => {
  await store(harbor, [
    { days: 20, rating: 2 },
    { days: 20, rating: 3 },
  ])
  const at = NOW - 19.5 * DAY_MS
  await storeResponses(env.DB, harbor, [
    { platformReviewId: `${harbor.id} 0`, text: 'Sorry', at },
    { platformReviewId: `${harbor.id} 1`, text: 'Thanks', at },
  ])
  const change = (statement: string, ...values: number[]) =>
    env.DB.batch([
      env.DB.prepare(statement).bind(...values, harbor.id),
      copyResponses(env.DB, sql`reviews.business_id = ${harbor.id}`),
    ])
  // Saved within a day, but not posted yet.
  const stored = await analytics()
  expect(stored.waiting).toMatchObject({ count: 2, answered: 0, open: 2, hidden: 2 })
  expect(stored.waiting.steps.every(({ answered }) => answered === 0)).toBe(true)
  await change(
    'UPDATE review_responses SET posted_to_platform = 1, posted_at = ? WHERE business_id = ?',
    NOW - 17 * DAY_MS,
  )
  const before = await analytics()
  expect(before.waiting).toMatchObject({ count: 2, answered: 2, open: 0, hidden: 0 })
  const within = (hours: number) => before.waiting.steps.find((step) => step.hours === hours)?.answered
  expect([within(24), within(48), within(168)]).toEqual([0, 0, 1])
  // A changed reply counts from when its first text was posted.
  await change('UPDATE review_responses SET posted_to_platform = 0, posted_at = NULL WHERE business_id = ?')
  expect((await analytics()).waiting).toMatchObject({ answered: 0, hidden: 2 })
  await change('UPDATE review_responses SET posted_to_platform = 1, posted_at = ? WHERE business_id = ?', NOW)
  expect((await analytics()).waiting).toEqual(before.waiting)
  await env.DB.prepare('UPDATE reviews SET responded = 0 WHERE business_id = ? AND rating = 2')
    .bind(harbor.id)
    .run()
  expect((await analytics()).waiting).toMatchObject({ count: 2, open: 1 })
})

test('every figure matches the reviews in the list behind it', async () => {
  const random = randomFrom('analytics')
  for (const business of [harbor, quay]) {
    await store(
      business,
      Array.from({ length: 180 }, () => ({
        days: random.int(0, 89),
        rating: random.int(1, 5),
        platform: random.pick(PLATFORMS),
        answered: random.chance(0.5) ? random.int(0, 200) : null,
      })),
    )
  }
  await env.DB.prepare('UPDATE reviews SET removed_at = 1 WHERE organization_id = ? AND id % 7 = 0')
    .bind(account.organizationId)
    .run()
  const { reviews } = api()
  const behind = async (filter: Parameters<typeof reviews.list>[0]) => {
    let count = 0
    let cursor: string | null | undefined
    do {
      const page = await reviews.list({
        ...filter,
        visibility: 'public',
        sort: 'posted',
        ...(cursor && { cursor }),
      })
      count += page.items.length
      cursor = page.nextCursor
    } while (cursor)
    return count
  }
  const view = await analytics()
  const { period, former, trend } = view
  if (!former) throw new Error('it lies in the history')
  expect(await behind(period)).toBe(trend.reviews.current)
  expect(await behind(former)).toBe(trend.reviews.previous)
  for (const { id, count } of view.locations) expect(await behind({ ...period, businessId: id })).toBe(count)
  for (const { platform, count } of view.platforms) expect(await behind({ ...period, platform })).toBe(count)
  for (const { from, to, stars } of view.months) {
    for (const [index, count] of stars.entries()) {
      expect(await behind({ from, to, rating: index + 1 })).toBe(count)
    }
  }
  expect(await behind({ ...period, status: 'pending' })).toBe(view.waiting.open)
})

test('locations can be compared over any days of the history', async () => {
  await store(harbor, [
    { days: 1, rating: 5 },
    { days: 40, rating: 1 },
  ])
  await store(quay, [{ days: 2, rating: 3 }])
  const day = (days: number) => new Date(NOW - days * DAY_MS).toISOString().slice(0, 10)
  const counts = async (input: { from?: string; to?: string }) => {
    const { items } = await api().analytics.locations(input)
    return Object.fromEntries(items.map(({ name, count }) => [name, count]))
  }
  expect(await counts({})).toEqual({ 'Harbor Books': 1, 'Quay Café': 1 })
  expect(await counts({ from: day(50), to: day(30) })).toEqual({ 'Harbor Books': 1, 'Quay Café': 0 })
  expect(await api().analytics.locations({ from: day(60) })).toMatchObject({
    from: day(60),
    to: day(0),
    nextCursor: null,
    verdict: null,
  })
  // No further back than the history of the plan.
  expect(await api('pro').analytics.locations({ from: day(300) })).toMatchObject({ from: day(90) })
  await expect(api().analytics.locations({ from: day(1), to: day(2) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(api('free').analytics.locations({})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('analytics reads one row per business and day, however many reviews there are', async () => {
  const days = Array.from({ length: 400 }, (_, index) => ({
    days: index,
    rating: 1 + (index % 5),
    answered: 1,
  }))
  await store(harbor, days)
  await store(quay, [...days, ...days, ...days])
  for (const period of [30, 365] as const) {
    const meter = createMeter()
    await apiFor(account, { now: () => NOW, meter }).screens.analytics({ days: period })
    expect(meter.rowsRead).toBeLessThanOrEqual(2 * (365 + 3))
    expect(meter.roundTrips).toBe(1)
  }
})

test('the free plan is told which plan includes analytics', async () => {
  await expect(analytics({}, 'free')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'Analytics is part of the Pro plan. Upgrade to use it.',
  })
})

test('analytics whose figures cannot be read is flagged as failed', {
  meta: { expectsFaults: true },
}, async () => {
  await env.DB.prepare('ALTER TABLE review_daily_stats RENAME TO gone').run()
  try {
    expect(await analytics()).toMatchObject({ failed: true, businesses: null, daily: [], locations: [] })
  } finally {
    await env.DB.prepare('ALTER TABLE gone RENAME TO review_daily_stats').run()
  }
})

test('an unknown business is not found on any list or screen', async () => {
  const businessId = '0199a3c4-7d1e-7c2b-9f00-0123456789ab'
  const { screens, reviews, insights } = api()
  const asked = [
    () => screens.analytics({ businessId }),
    () => screens.dashboard({ businessId }),
    () => screens.reviews({ businessId }),
    () => reviews.list({ businessId }),
    () => reviews.stats({ businessId }),
    () => insights.overview({ businessId }),
  ]
  for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the times of a session are ISO 8601', async () => {
  const session = await api().auth.session()
  for (const time of [session?.lastActivityAt, session?.expiresAt]) {
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
})

test('Data Management links to the file import of each business', async () => {
  const { businesses } = await api().screens.dataManagement()
  expect(businesses).toEqual([
    { id: harbor.id, name: 'Harbor Books' },
    { id: quay.id, name: 'Quay Café' },
  ])
  const headers = { cookie: await signedIn(account) }
  const html = await (await ask('/app/data-management', { headers })).text()
  expect(html).toContain(`/app/businesses/${quay.id}/import`)
})
