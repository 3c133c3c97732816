import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { type Account, type Business, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const STORED = 60

let account: Account
let business: Business

beforeEach(async () => {
  account = await createAccount(env.DB)
  business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
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

const api = (plan = 'free') => apiFor(account, { plan, now: () => NOW })

test('the screen is the list with the businesses to filter by', async () => {
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

test('its cursors lead through all reviews once', async () => {
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

test.each([
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
])('a wrong %s is refused by name: %j', async (field, input) => {
  await expect(api().screens.reviews(input as never)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { issues: [{ path: [{ key: field }] }] },
  })
})

test('a limit that is left out is 100', async () => {
  await storeReviews(
    env.DB,
    Array.from({ length: 60 }, () => ({ business, scrapedAt: NOW })),
  )
  expect((await api().screens.reviews()).items).toHaveLength(100)
})
