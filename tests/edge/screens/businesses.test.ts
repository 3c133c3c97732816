import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const GOOGLE_URL = 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f'
const YELP_URL = 'https://www.yelp.com/biz/harbor-books-porto'

const test = base.extend(
  'screen',
  ({ account }) =>
    (plan = 'ai_insights', input: { search?: string; isActive?: boolean } = {}) =>
      apiFor(account, { plan, now: () => NOW }).screens.businesses(input),
)

test('a business shows its figures and the state of collecting from each listing', async ({
  account,
  screen,
}) => {
  const business = await createBusiness(env.DB, account, {
    name: 'Harbor',
    googleUrl: GOOGLE_URL,
    yelpUrl: YELP_URL,
  })
  await storeReviews(env.DB, [
    { business, rating: 1, scrapedAt: NOW - 400 * DAY_MS },
    { business, rating: 4, scrapedAt: NOW },
    { business, rating: 5, scrapedAt: NOW },
  ])
  await env.DB.prepare(
    `UPDATE business_sources SET stated_total = 400, backfill_state = 'open', last_succeeded_at = ?1, next_due_at = ?2
    WHERE business_id = ?3 AND platform = 'google'`,
  )
    .bind(NOW - HOUR_MS, NOW + HOUR_MS, business.id)
    .run()
  await createRun(business, { platform: 'google', status: 'succeeded', createdAt: NOW - 2 * HOUR_MS })
  const latest = await createRun(business, {
    platform: 'google',
    status: 'running',
    createdAt: NOW - HOUR_MS,
    startedAt: NOW - HOUR_MS,
    page: 3,
    reviewsFound: 60,
    reviewsNew: 40,
    warnings: ['One review could not be read.'],
  })
  const { items, count, limit } = await screen()
  expect({ count, limit }).toEqual({ count: 1, limit: 10 })
  expect(items).toMatchObject([
    {
      id: business.id,
      name: 'Harbor',
      reviewCount: 2,
      averageRating: 4.5,
      aboveLimit: false,
      sources: [
        {
          platform: 'google',
          statedTotal: 400,
          backfilling: true,
          lastSucceededAt: '2026-06-15T11:00:00.000Z',
          nextDueAt: '2026-06-15T13:00:00.000Z',
          latestRun: {
            id: latest,
            status: 'running',
            pagesScraped: 3,
            pagesPlanned: 5,
            reviewsFound: 60,
            reviewsNew: 40,
            executionTime: HOUR_MS,
            warnings: ['One review could not be read.'],
          },
        },
        { platform: 'yelp', statedTotal: null, backfilling: false, lastSucceededAt: null, latestRun: null },
      ],
    },
  ])
})

test('businesses above the limit of the plan are marked, starting with the newest', async ({
  account,
  screen,
}) => {
  const names = ['Oldest', 'Second', 'Third', 'Youngest']
  for (const [index, name] of names.entries()) {
    await createBusiness(env.DB, account, { name, googleUrl: GOOGLE_URL, createdAt: NOW - 100 + index })
  }
  const above = async (plan: string) => {
    const { items } = await screen(plan)
    expect(items).toHaveLength(names.length)
    return items.filter(({ aboveLimit }) => aboveLimit).map(({ name }) => name)
  }
  expect(await above('ai_insights')).toEqual([])
  expect(await above('pro')).toEqual(['Youngest'])
  expect(await above('free')).toEqual(['Second', 'Third', 'Youngest'])
})

test('a filter narrows the list, but not the count', async ({ account, screen }) => {
  await createBusiness(env.DB, account, { name: 'Harbor' })
  const hill = await createBusiness(env.DB, account, { name: 'Hill' })
  await apiFor(account).businesses.update({ id: hill.id, isActive: false })
  expect(await screen('pro', { search: 'hill' })).toMatchObject({
    items: [{ name: 'Hill' }],
    count: 2,
    limit: 3,
  })
  expect(await screen('pro', { isActive: true })).toMatchObject({ items: [{ name: 'Harbor' }], count: 2 })
  expect(await screen('pro', { search: 'none' })).toMatchObject({ items: [], count: 2 })
})

test('earlier runs do not change what the screen reads', async ({ account }) => {
  const business = await createBusiness(env.DB, account, { googleUrl: GOOGLE_URL, yelpUrl: YELP_URL })
  const cost = async () => {
    const meter = createMeter()
    await apiFor(account, { now: () => NOW, meter }).screens.businesses()
    return meter.rowsRead
  }
  await createRun(business, { status: 'succeeded', createdAt: NOW })
  const before = await cost()
  for (let run = 0; run < 50; run += 1) {
    await createRun(business, { status: 'succeeded', createdAt: NOW - (run + 1) * HOUR_MS })
  }
  expect(await cost()).toBe(before)
})
