import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const STORED = 60

const test = base
  .extend('business', ({ account }) => createBusiness(env.DB, account, { name: 'Harbor Books' }))
  .extend(
    'api',
    ({ account }) =>
      (plan = 'free') =>
        apiFor(account, { plan, now: () => NOW }),
  )

test.beforeEach(async ({ business }) => {
  await storeReviews(
    env.DB,
    Array.from({ length: STORED }, (_, index) => ({
      business,
      authorName: `Author ${index}`,
      rating: 1 + (index % 5),
      scrapedAt: NOW - (STORED - index) * HOUR_MS,
    })),
  )
})

test('the screen has the list and the businesses to filter by', async ({ business, api }) => {
  const input = { limit: 25, rating: 3 }
  const screen = await api().screens.reviews(input)
  const list = await api().reviews.list(input)
  const { items, nextCursor } = screen
  expect({ items, nextCursor }).toEqual(list)
  expect(screen).toMatchObject({
    businesses: [{ id: business.id, name: 'Harbor Books' }],
    historyDays: 30,
    failed: false,
  })
})

test('the cursors of the screen lead through all reviews once', async ({ api }) => {
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<ReturnType<typeof api>['screens']['reviews']>> =
      await api().screens.reviews({
        limit: 25,
        ...(cursor && { cursor }),
      })
    seen.push(...page.items.map(({ reviewerName }) => reviewerName))
    cursor = page.nextCursor
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: STORED }, (_, index) => `Author ${STORED - 1 - index}`))
})

test.for([
  ['limit', { limit: 0 }],
  ['limit', { limit: 101 }],
  ['limit', { limit: 1.5 }],
  ['rating', { rating: 6 }],
  ['platform', { platform: 'myspace' }],
  ['status', { status: 'open' }],
  ['sentiment', { sentiment: 'furious' }],
  ['sort', { sort: 'rating; DROP TABLE reviews' }],
  ['from', { from: '2026-02-30' }],
  ['to', { from: '2026-06-02', to: '2026-06-01' }],
  ['businessId', { businessId: "' OR 1=1 --" }],
])('an invalid %s is refused by name: %j', async ([field, input], { api }) => {
  await expect(api().screens.reviews(input as never)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { issues: [{ path: [{ key: field }] }] },
  })
})

test('the default limit is 100', async ({ business, api }) => {
  await storeReviews(
    env.DB,
    Array.from({ length: 60 }, () => ({ business, scrapedAt: NOW })),
  )
  expect((await api().screens.reviews()).items).toHaveLength(100)
})
