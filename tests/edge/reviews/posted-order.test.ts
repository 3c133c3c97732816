import { env } from 'cloudflare:test'
import { beforeAll, describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Account, type Business, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { MAX_TOTAL, MAX_VIEW_COUNTS } from '#worker/rules/inbox-views.ts'
import type { ListReviewsInput } from '#worker/rules/reviews.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const TODAY = Date.UTC(2026, 5, 15)
const YEAR_MS = 365 * DAY_MS
const LIMIT = 25
const PAGE_READS = 2 * LIMIT

const STORED = volume(20_000, 100_000)
/** Three rows for the name of each business. */
const NAMES_READ = 2 * 3

interface Row {
  business: Business
  platform: 'google' | 'yelp'
  platformReviewId: string
  rating: number
  text: string
  reviewDate: number | null
  scrapedAt: number
}

let account: Account
let rows: Row[]

// Two backfills of ten years each, one on the last day before the largest plan's history, the other within
// every plan's history, and reviews that came day by day, some of them undated.
beforeAll(async () => {
  account = await createAccount(env.DB)
  const businesses = [await createBusiness(env.DB, account), await createBusiness(env.DB, account)]
  const random = randomFrom('posted')
  const cutoff = TODAY - YEAR_MS
  rows = Array.from({ length: STORED }, (_, index) => {
    const backfill = index % 3
    const scrapedAt =
      backfill === 0
        ? cutoff + random.int(-1, 0) * 12 * HOUR_MS
        : backfill === 1
          ? TODAY - 10 * DAY_MS
          : TODAY - random.int(0, 500) * DAY_MS
    const age = backfill === 2 ? random.int(-HOUR_MS, 3 * DAY_MS) : random.int(0, 10 * YEAR_MS)
    return {
      business: businesses[index % 2] as Business,
      platform: index % 5 === 0 ? 'yelp' : 'google',
      platformReviewId: `r${index}`,
      rating: index % 2_000 === 7 ? 1 : 4 + (index % 2),
      text: index % 1_000 === 3 ? 'a needle' : 'a visit',
      reviewDate: index % 97 === 5 ? null : scrapedAt - age,
      scrapedAt,
    }
  })
  await storeReviews(
    env.DB,
    rows.toSorted((a, b) => postedAt(a) - postedAt(b)),
  )
}, 120_000)

function postedAt({ reviewDate, scrapedAt }: Row): number {
  return Math.min(reviewDate ?? scrapedAt, scrapedAt)
}

function second(time: number): number {
  return Math.floor(time / 1_000)
}

const FILTERS: [string, Partial<ListReviewsInput>, (row: Row) => boolean][] = [
  ['nothing', {}, () => true],
  ['a common filter', { platform: 'google' }, (row) => row.platform === 'google'],
  ['a rare filter', { rating: 1 }, (row) => row.rating === 1],
  ['filters that share nothing', { rating: 1, sentiment: 'positive' }, () => false],
  ['a rare word', { search: 'needle' }, (row) => row.text === 'a needle'],
  ['what has a text', { text: 'with' }, () => true],
  ['what has none', { text: 'without' }, () => false],
  ['what was edited or removed', { changes: 'edited_or_removed' }, () => false],
  [
    'what was seen in ten days',
    { seenFrom: '2026-06-05' as never },
    (row) => row.scrapedAt >= TODAY - 10 * DAY_MS,
  ],
  ['what is shown and waits', { visibility: 'public', status: 'pending' }, () => true],
]

const HISTORY = { free: 30, ai_insights: 365 } as const

describe.each(['free', 'ai_insights'] as const)('with many reviews on the %s plan', (plan) => {
  test.each(FILTERS)(
    'a list in posted order, filtered by %s, reads only its pages',
    async (_, filter, matches) => {
      const meter = createMeter()
      const api = apiFor(account, { plan, now: () => NOW, meter })
      const seenFrom = TODAY - HISTORY[plan] * DAY_MS
      const expected = rows
        .filter((row) => row.scrapedAt >= seenFrom && matches(row))
        .map(postedAt)
        .sort((a, b) => b - a)
      for (const sort of ['posted', 'posted_oldest'] as const) {
        const inOrder = sort === 'posted' ? expected : expected.toReversed()
        // From the top, the middle, the end of the plan's history and the far end.
        for (const place of [0, 0.5, 0.9, 0.999]) {
          const from = Math.floor(inOrder.length * place)
          const before = inOrder[from - 1]
          const cursor =
            before === undefined ? {} : { cursor: `0.${before}.${sort === 'posted' ? 0 : 2 ** 31 - 1}` }
          meter.rowsRead = 0
          const page = await api.reviews.list({ ...filter, ...cursor, sort, limit: LIMIT } as never)
          expect(meter.rowsRead).toBeLessThanOrEqual(PAGE_READS + NAMES_READ)
          // Reviews of one second stand before or behind the cursor together.
          const rest = inOrder.slice(from).filter((time) => second(time) !== second(before ?? -1))
          const shown = page.items.map(({ reviewDate, scrapedAt }) =>
            second(Math.min(Date.parse(reviewDate ?? scrapedAt), Date.parse(scrapedAt))),
          )
          expect(shown).toEqual(rest.slice(0, LIMIT).map(second))
        }
      }
    },
  )
})

test.each(['free', 'ai_insights'] as const)(
  'with many reviews on the %s plan the worst-first list and the screen read a bounded number of rows',
  async (plan) => {
    const meter = createMeter()
    const api = apiFor(account, { plan, now: () => NOW, meter })
    let cursor: string | null = null
    const kinds: number[] = []
    for (let page = 0; page < 4; page += 1) {
      meter.rowsRead = 0
      const list: Awaited<ReturnType<typeof api.reviews.list>> = await api.reviews.list({
        sort: 'worst',
        limit: LIMIT,
        ...(cursor && { cursor }),
      })
      expect(meter.rowsRead).toBeLessThanOrEqual(PAGE_READS + NAMES_READ)
      expect(list.items).toHaveLength(LIMIT)
      kinds.push(...list.items.map(({ sentiment }) => ['negative', 'neutral', 'positive'].indexOf(sentiment)))
      cursor = list.nextCursor
    }
    expect(kinds).toEqual(kinds.toSorted())
    meter.rowsRead = 0
    const screen = await api.screens.reviews({
      status: 'pending',
      visibility: 'public',
      sort: 'worst',
      limit: LIMIT,
    })
    expect(screen.counts).toMatchObject({
      needsAnswer: MAX_VIEW_COUNTS.needsAnswer,
      all: MAX_VIEW_COUNTS.all,
    })
    expect(screen.total).toBe(MAX_TOTAL)
    const views = Object.values(MAX_VIEW_COUNTS).reduce((sum, max) => sum + max)
    expect(meter.rowsRead).toBeLessThanOrEqual(PAGE_READS + NAMES_READ + 2 * (views + MAX_TOTAL))
  },
)

test('reviews stored together are listed by posting date at a constant cost per page', async ({
  account: own,
  business,
}) => {
  const meter = createMeter()
  const many = volume(1_000, 4_000)
  await storeReviews(
    env.DB,
    Array.from({ length: many }, (_, index) => ({
      business,
      authorName: `Author ${index}`,
      // Some have no date.
      reviewDate: index % 2 === 0 ? null : NOW - 9 * YEAR_MS + index * MINUTE_MS,
      scrapedAt: NOW,
    })),
  )
  const api = apiFor(own, { now: () => NOW, meter })
  for (const sort of ['newest', 'oldest'] as const) {
    for (const businessId of [undefined, business.id]) {
      const seen = new Set<string>()
      const order: number[] = []
      let cursor: string | null = null
      do {
        meter.rowsRead = 0
        const page: Awaited<ReturnType<typeof api.reviews.list>> = await api.reviews.list({
          sort,
          limit: 100,
          ...(businessId && { businessId }),
          ...(cursor && { cursor }),
        } as never)
        expect(meter.rowsRead).toBeLessThanOrEqual(2 * 100 + NAMES_READ)
        for (const item of page.items) {
          seen.add(item.id)
          order.push(Date.parse(item.reviewDate ?? item.scrapedAt))
        }
        cursor = page.nextCursor
      } while (cursor)
      expect(seen.size).toBe(many)
      expect(order).toEqual(order.toSorted((a, b) => (sort === 'newest' ? b - a : a - b)))
    }
  }
})

test('a time range applies to the time that orders the list', async ({ account: own, business }) => {
  await storeReviews(env.DB, [
    { business, authorName: 'old', reviewDate: NOW - 40 * DAY_MS, scrapedAt: NOW - DAY_MS },
    { business, authorName: 'young', reviewDate: NOW - 3 * DAY_MS, scrapedAt: NOW - 2 * DAY_MS },
    { business, authorName: 'undated', reviewDate: null, scrapedAt: NOW - HOUR_MS },
  ])
  const names = async (input: Partial<Record<string, string>>) => {
    const { items } = await apiFor(own, { now: () => NOW, plan: 'pro' }).reviews.list(input as never)
    return items.map(({ reviewerName }) => reviewerName)
  }
  expect(await names({})).toEqual(['undated', 'old', 'young'])
  expect(await names({ sort: 'posted' })).toEqual(['undated', 'young', 'old'])
  expect(await names({ from: '2026-06-14' })).toEqual(['undated', 'old'])
  expect(await names({ from: '2026-06-14', sort: 'posted' })).toEqual(['undated'])
  expect(await names({ to: '2026-06-12', sort: 'posted' })).toEqual(['young', 'old'])
  expect(await names({ to: '2026-06-12' })).toEqual([])
  // With a filter, the list is ordered by posting date.
  expect(await names({ platform: 'google' })).toEqual(['undated', 'young', 'old'])
  expect(await names({ platform: 'google', sort: 'oldest' })).toEqual(['old', 'young', 'undated'])
})

test('a review that gets a date moves to its place in lists and charts', async ({
  account: own,
  business,
}) => {
  await storeReviews(env.DB, [
    { business, authorName: 'young', reviewDate: NOW - DAY_MS, scrapedAt: NOW },
    { business, authorName: 'undated', platformReviewId: 'u', reviewDate: null, scrapedAt: NOW },
  ])
  const api = apiFor(own, { now: () => NOW })
  const names = async () => (await api.screens.reviews()).items.map(({ reviewerName }) => reviewerName)
  expect(await names()).toEqual(['undated', 'young'])
  await env.DB.prepare(
    "UPDATE reviews SET review_date = ? WHERE platform_review_id = 'u' AND business_id = ?",
  )
    .bind(NOW - 5 * DAY_MS, business.id)
    .run()
  expect(await names()).toEqual(['young', 'undated'])
  expect((await api.screens.dashboard()).daily.map(({ day }) => day)).toEqual(['2026-06-10', '2026-06-14'])
})
