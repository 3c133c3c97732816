import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createBusiness, storeResponses, storeReviews } from '#tests/factories.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

const test = base
  .extend(
    'api',
    ({ account }) =>
      (plan = 'ai_insights') =>
        apiFor(account, { plan, now: () => NOW }),
  )
  .extend(
    'list',
    ({ account, business }) =>
      (cursor?: string, meter = createMeter()) =>
        apiFor(account, { plan: 'ai_insights', now: () => NOW, meter }).responses.forBusiness({
          businessId: business.id,
          ...(cursor && { cursor }),
        }),
  )
  /** Stores reviews, one a day back in time; the first `answered` of them have a response. */
  .extend('store', ({ business }) => async (count: number, answered: number, target = business) => {
    const reviews = Array.from({ length: count }, (_, index) => ({
      business: target,
      platformReviewId: `r${index}`,
      scrapedAt: NOW - (count - 1 - index) * DAY_MS,
    }))
    await storeReviews(env.DB, reviews)
    const answers = reviews.slice(0, answered).map(({ platformReviewId }, index) => ({
      platformReviewId,
      text: `Answer ${index}`,
      at: NOW + index * MINUTE_MS,
    }))
    await storeResponses(env.DB, target, answers)
  })

test('the responses of a business are listed newest first, page by page, to the last one', async ({
  account,
  list,
  store,
}) => {
  await store(230, 220)
  await store(2, 2, await createBusiness(env.DB, account))
  const meter = createMeter()
  const found: string[] = []
  let cursor: string | undefined
  do {
    meter.rowsRead = 0
    const page = await list(cursor, meter)
    // The business, by its key and its organization, and one row more than the page shows.
    expect(meter.rowsRead).toBeLessThanOrEqual(page.items.length + 3)
    found.push(...page.items.map(({ text }) => text))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(found).toEqual(Array.from({ length: 220 }, (_, index) => `Answer ${219 - index}`))
})

test('the next page works even if the last response of a page was deleted meanwhile', async ({
  api,
  list,
  store,
}) => {
  await store(102, 102)
  const { items, nextCursor } = await list()
  await api().responses.remove({ id: items.at(-1)?.id ?? '' })
  expect((await list(nextCursor ?? '')).items.map(({ text }) => text)).toEqual(['Answer 1', 'Answer 0'])
})

test('a review without a response has none, without an error', async ({ api, store }) => {
  await store(1, 0)
  const [review] = (await api().reviews.list()).items
  expect(await api().responses.forReview({ reviewId: review?.id ?? '' })).toBeNull()
})

test("response statistics cover the plan's history, with the rate to two decimals", async ({
  business,
  api,
  store,
}) => {
  await store(60, 40)
  const input = { businessId: business.id }
  expect(await api().responses.stats(input)).toEqual({
    totalResponses: 40,
    publishedResponses: 40,
    responseRate: 66.67,
  })
  // Free shows 31 days, the day 30 days back included: the newest 20 reviews have no response, 11 have one.
  expect(await api('free').responses.stats(input)).toEqual({
    totalResponses: 11,
    publishedResponses: 11,
    responseRate: 35.48,
  })
  expect(await api().reviews.stats(input)).toMatchObject({ responseRate: 66.7 })
})

test('response statistics of a business without reviews are zero', async ({ business, api }) => {
  expect(await api().responses.stats({ businessId: business.id })).toEqual({
    totalResponses: 0,
    publishedResponses: 0,
    responseRate: 0,
  })
})
