import { env } from 'cloudflare:test'
import { beforeAll, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import type { ListReviewsInput } from '#worker/rules/reviews.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const STORED = volume(1_500, 4_000)
/** Three rows for the name of each of the two businesses. */
const NAMES_READ = 2 * 3

let account: Account
let business: Business
let other: Business

// A tenant with many reviews beside another one with the same words.
beforeAll(async () => {
  account = await createAccount(env.DB)
  business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
  other = await createBusiness(env.DB, account, { name: 'Hill Books' })
  const stranger = await createBusiness(env.DB, await createAccount(env.DB))
  const reviews = Array.from({ length: STORED }, (_, index) => ({
    business: index % 4 === 0 ? other : business,
    platform: index % 3 === 0 ? ('yelp' as const) : ('google' as const),
    platformReviewId: `review-${index}`,
    authorName: `Author ${index}`,
    rating: 1 + (index % 5),
    text: index % 500 === 0 ? 'a needle in the shop' : 'a common visit to the shop',
    scrapedAt: NOW - (STORED - index) * HOUR_MS,
  }))
  await storeReviews(env.DB, reviews)
  await storeReviews(
    env.DB,
    reviews.map((review) => ({ ...review, business: stranger, platform: 'google' as const })),
  )
  await storeResponses(
    env.DB,
    business,
    reviews
      .filter((review, index) => review.business === business && index % 2 === 0)
      .map(({ platformReviewId, scrapedAt }) => ({
        platformReviewId,
        text: 'Thank you',
        at: scrapedAt + HOUR_MS,
      })),
  )
  await env.DB.prepare(
    `UPDATE reviews SET removed_at = ? WHERE organization_id = ?
      AND CAST(substr(platform_review_id, length('review-') + 1) AS INTEGER) % 7 = 0`,
  )
    .bind(NOW, account.organizationId)
    .run()
})

async function walk(input: Partial<ListReviewsInput>, limit = 25) {
  const meter = createMeter()
  const api = apiFor(account, { now: () => NOW, meter })
  const seen: Awaited<ReturnType<typeof api.reviews.list>>['items'] = []
  let cursor: string | undefined
  let deepest = 0
  do {
    meter.rowsRead = 0
    const page = await api.reviews.list({ ...input, limit, ...(cursor && { cursor }) } as never)
    deepest = Math.max(deepest, meter.rowsRead)
    seen.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return { seen, deepest }
}

const filters: [string, Partial<ListReviewsInput>, (index: number) => boolean][] = [
  ['nothing', {}, () => true],
  ['platform', { platform: 'yelp' }, (index) => index % 3 === 0],
  ['sentiment', { sentiment: 'negative' }, (index) => 1 + (index % 5) < 3],
  ['status', { status: 'responded' }, (index) => index % 4 !== 0 && index % 2 === 0],
  ['rating', { rating: 5 }, (index) => index % 5 === 4],
  ['what is shown', { visibility: 'public' }, (index) => index % 7 !== 0],
  ['what is no longer shown', { visibility: 'removed' }, (index) => index % 7 === 0],
  [
    'what is shown and waits',
    { visibility: 'public', status: 'pending', search: 'comm' },
    (index) => index % 7 !== 0 && index % 500 !== 0 && !(index % 4 !== 0 && index % 2 === 0),
  ],
  ['a rare word', { search: 'needle' }, (index) => index % 500 === 0],
  ['a common word', { search: 'comm' }, (index) => index % 500 !== 0],
  [
    'several',
    { platform: 'google', rating: 1, status: 'pending', search: 'shop' },
    (index) => index % 3 !== 0 && index % 5 === 0 && !(index % 4 !== 0 && index % 2 === 0),
  ],
]

test.each(filters)('a list filtered by %s has each match once, newest first', async (_, input, matches) => {
  const { seen, deepest } = await walk(input)
  const expected = Array.from({ length: STORED }, (_, index) => index)
    .filter(matches)
    .reverse()
    .map((index) => `Author ${index}`)
  expect(seen.map((review) => review.reviewerName)).toEqual(expected)
  expect(deepest).toBeLessThanOrEqual(2 * 25 + NAMES_READ)
})

test('a review states if and since when it is no longer shown', async () => {
  const { items } = await apiFor(account, { now: () => NOW }).reviews.list({ limit: 7 })
  expect(items.map(({ removedAt }) => removedAt).sort()).toEqual(
    [new Date(NOW).toISOString(), ...Array.from({ length: 6 }, () => null)].toSorted(),
  )
})

test('a list of one business reads its own index', async () => {
  const { seen, deepest } = await walk({ businessId: other.id })
  expect(seen).toHaveLength(STORED / 4)
  expect(new Set(seen.map((review) => review.businessName))).toEqual(new Set(['Hill Books']))
  expect(deepest).toBeLessThanOrEqual(2 * 25 + NAMES_READ)
})

test('oldest first is the reverse of newest first', async () => {
  const newest = await walk({ rating: 2 }, 100)
  const oldest = await walk({ rating: 2, sort: 'oldest' }, 100)
  expect(oldest.seen.map(({ id }) => id)).toEqual(newest.seen.map(({ id }) => id).reverse())
})

test('a time range covers reviews first seen in it, filtered or not', async () => {
  const range = { from: NOW - 10 * DAY_MS, to: NOW - 5 * DAY_MS }
  const api = apiFor(account, { now: () => NOW })
  const iso = {
    from: new Date(range.from).toISOString().slice(0, 10),
    to: new Date(range.to).toISOString().slice(0, 10),
  }
  const all = await api.reviews.list({ ...iso, limit: 100 } as never)
  const fives = await api.reviews.list({ ...iso, rating: 5, limit: 100 } as never)
  expect(all.items.length).toBe(100)
  expect(fives.items.length).toBeGreaterThan(20)
  for (const review of [...all.items, ...fives.items]) {
    expect(review.scrapedAt >= iso.from && review.scrapedAt < `${iso.to}T24`).toBe(true)
  }
})

test('the plan limits how far back a list goes, filtered or not', async () => {
  const free = apiFor(account, { now: () => NOW, plan: 'free' })
  const cutoff = new Date(Date.UTC(2026, 4, 16)).toISOString()
  for (const input of [{}, { rating: 5 }]) {
    const items = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof free.reviews.list>> = await free.reviews.list({
        ...input,
        ...(cursor && { cursor }),
      } as never)
      items.push(...page.items)
      cursor = page.nextCursor
    } while (cursor)
    expect(items.at(-1)?.scrapedAt.slice(0, 10)).toBe('2026-05-16')
    expect(items.every((review) => review.scrapedAt >= cutoff)).toBe(true)
  }
})

test('an unknown cursor is refused', async () => {
  await expect(apiFor(account).reviews.list({ cursor: 'page-2' } as never)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test.each([
  '"',
  '" OR keys:*',
  'NEAR(a b)',
  '*',
  "don't",
  'keys : o',
  '(',
  '日本',
  '🙂',
  '-shop',
  'a AND b',
  '^a',
])('search text %s does not break the search', async (search) => {
  const page = await apiFor(account, { now: () => NOW }).reviews.list({ search, limit: 5 } as never)
  expect(page.items.length).toBeLessThanOrEqual(5)
})
