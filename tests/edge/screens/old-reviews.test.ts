import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import { test } from '#tests/edge/support/test.ts'
import { storeReviews } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const BACKFILLED = 4_000
const PAGE = 1_000

test('an import of old reviews and a backfill of 4,000 do not count as recent reviews', async ({
  account,
  business,
}) => {
  const own = { account, now: () => NOW }
  // Reviews collected in time: three this month, one the month before.
  await storeReviews(
    env.DB,
    [40, 20, 10, 2].map((days) => ({
      business,
      authorName: `In time ${days}`,
      rating: 5,
      reviewDate: NOW - days * DAY_MS,
      scrapedAt: NOW - days * DAY_MS + HOUR_MS,
    })),
  )
  const api = apiFor(own.account, { now: own.now })
  const before = await api.screens.dashboard()

  // A backfill that began two hours ago and goes back ten years from two months ago.
  const id = await createRun(business, { status: 'running', createdAt: NOW - 2 * HOUR_MS, phase: 'backfill' })
  for (let from = 0; from < BACKFILLED; from += PAGE) {
    const page = Array.from({ length: PAGE }, (_, index) => ({
      reviewId: `backfilled-${from + index}`,
      authorName: `Backfilled ${from + index}`,
      rating: 1,
      reviewText: 'long ago',
      reviewDate: new Date(NOW - 61 * DAY_MS - (from + index) * 21 * HOUR_MS).toISOString(),
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: null,
      language: null,
      url: null,
    }))
    // Half is stored a month earlier, because no plan's monthly limit allows all of it at once.
    const ctx = { ...backgroundContext(env), now: () => (from < BACKFILLED / 2 ? NOW - 30 * DAY_MS : NOW) }
    expect(await saveList(ctx, await storedRun(id), page)).toMatchObject({ reviewsNew: from + PAGE })
  }
  const { runId } = await api.imports.startImport({ businessId: business.id, platform: 'yelp', chunks: 1 })
  await api.imports.importRows({
    runId,
    chunk: 0,
    rows: Array.from({ length: 50 }, (_, index) => ({
      authorName: `Imported ${index}`,
      rating: 2,
      reviewText: `From years ago, number ${index}.`,
      reviewDate: new Date(NOW - (1_000 + index) * DAY_MS).toISOString(),
    })) as never,
  })

  const { items } = await api.screens.reviews({ limit: 6 })
  expect(items.map(({ reviewerName }) => reviewerName)).toEqual([
    'In time 2',
    'In time 10',
    'In time 20',
    'In time 40',
    'Backfilled 0',
    'Backfilled 1',
  ])
  const oldest = await api.screens.reviews({ limit: 1, sort: 'oldest' })
  expect(oldest.items[0]?.reviewerName).toBe(`Backfilled ${BACKFILLED - 1}`)

  const after = await api.screens.dashboard()
  expect(after.recent.slice(0, 5).map(({ reviewerName }) => reviewerName)).toEqual(
    items.slice(0, 5).map(({ reviewerName }) => reviewerName),
  )
  // Waiting reviews are ordered by stars over all time, not by when they came in.
  expect(after.waiting.map(({ rating }) => rating)).toEqual([1, 1, 1])
  // The last 60 days are unchanged.
  expect(after.trend).toEqual(before.trend)
  expect(before.trend.reviews).toEqual({ current: 3, previous: 1 })
  const sixtyDaysAgo = new Date(NOW - 60 * DAY_MS).toISOString().slice(0, 10)
  expect(after.daily.filter(({ day }) => day >= sixtyDaysAgo)).toEqual(before.daily)
  // Each review counts on its own day, none today.
  expect(after.daily.every(({ count }) => count <= 2)).toBe(true)
  expect(after.daily.length).toBeGreaterThan(250)
  // The history of the plan, and so its totals, go by first seen.
  expect(after.stats).toMatchObject({ totalReviews: 4 + BACKFILLED + 50, recentReviews: 3 + BACKFILLED + 50 })
})
