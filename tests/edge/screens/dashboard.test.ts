import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createBusiness, storeResponses, storeReviews } from '#tests/factories.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

const test = base
  .extend('business', ({ account }) => createBusiness(env.DB, account, { name: 'Harbor Books' }))
  .extend(
    'dashboard',
    ({ account }) =>
      (plan = 'ai_insights', input: { businessId?: string; ledger?: 'all' } = {}) =>
        apiFor(account, { plan, now: () => NOW }).screens.dashboard(input),
  )
  /** Reviews of the given ages in days, oldest first. */
  .extend(
    'store',
    ({ business }) =>
      async (reviews: readonly [days: number, rating: number][], target = business) => {
        await storeReviews(
          env.DB,
          reviews.map(([days, rating], index) => ({
            business: target,
            platformReviewId: `r${index}`,
            rating,
            authorName: `Author ${days}`,
            scrapedAt: NOW - days * DAY_MS + index,
          })),
        )
      },
  )
  .extend('answer', ({ business }) => async (index: number) => {
    await storeResponses(env.DB, business, [{ platformReviewId: `r${index}`, text: 'Thanks', at: NOW }])
  })

test('an account without businesses has an empty dashboard', async ({ account, business, dashboard }) => {
  await apiFor(account).businesses.remove({ id: business.id })
  expect(await dashboard('free')).toMatchObject({
    stats: { totalReviews: 0, averageRating: 0, responseRate: 0 },
    trend: { reviews: { current: 0, previous: 0 } },
    daily: [],
    waiting: [],
    recent: [],
    businesses: [],
    historyDays: 30,
  })
})

test('each day with reviews has its counts, oldest first', async ({ dashboard, store }) => {
  await store([
    [3, 5],
    [3, 2],
    [3, 3],
    [1, 4],
  ])
  expect((await dashboard()).daily).toEqual([
    { day: '2026-06-12', count: 3, averageRating: 10 / 3, positive: 1, neutral: 1, negative: 1 },
    { day: '2026-06-14', count: 1, averageRating: 4, positive: 1, neutral: 0, negative: 0 },
  ])
})

test('removed reviews neither count nor wait, except in the ledger of everything ever seen', async ({
  business,
  dashboard,
  store,
}) => {
  await store([
    [3, 5],
    [2, 1],
    [1, 4],
  ])
  await env.DB.prepare(
    "UPDATE reviews SET removed_at = ? WHERE platform_review_id = 'r1' AND business_id = ?",
  )
    .bind(NOW, business.id)
    .run()
  const names = (reviews: { reviewerName: string }[]) => reviews.map(({ reviewerName }) => reviewerName)
  const shown = await dashboard()
  expect(shown.daily.map(({ day }) => day)).toEqual(['2026-06-12', '2026-06-14'])
  expect(shown.trend.pending.current).toBe(2)
  expect(names(shown.waiting)).toEqual(['Author 1', 'Author 3'])
  expect(names(shown.recent)).toEqual(['Author 1', 'Author 3'])
  const all = await dashboard('ai_insights', { ledger: 'all' })
  expect(all.daily.map(({ day }) => day)).toEqual(['2026-06-12', '2026-06-13', '2026-06-14'])
  expect(all.stats).toMatchObject({ totalReviews: 3, pendingResponses: 3 })
  expect(names(all.recent)).toEqual(['Author 1', 'Author 2', 'Author 3'])
  expect(all.recent[1]?.removedAt).toBe('2026-06-15T12:00:00.000Z')
})

test('a reply that is only saved here counts as answered, but not as visible', async ({
  account,
  business,
  dashboard,
  store,
  answer,
}) => {
  await store(Array.from({ length: 8 }, (_, index) => [8 - index, 4]))
  for (const index of [0, 1, 2, 3, 4]) await answer(index)
  const change = (set: string, name: string) =>
    env.DB.prepare(`UPDATE reviews SET ${set} WHERE platform_review_id = ? AND business_id = ?`)
      .bind(name, business.id)
      .run()
  // Posted by the owner; answered on the platform while a changed reply is held; waiting again; removed.
  const api = apiFor(account, { now: () => NOW })
  const { items } = await api.reviews.list({ sort: 'posted' })
  const [first] = items.filter(({ response }) => response).map(({ response }) => response?.id ?? '')
  await api.responses.markPosted({ id: first ?? '' })
  await change("owner_response_text = 'Thank you', post_state = 'held'", 'r1')
  await change('responded = 0', 'r2')
  await change(`removed_at = ${NOW}`, 'r3')
  const view = await dashboard()
  expect(view.stats).toMatchObject({ totalReviews: 7, respondedReviews: 3, responseRate: 42.9 })
  expect(view).toMatchObject({ visible: 2, unposted: 3, trend: { visible: { current: 2 } } })
  const list = await api.reviews.list({ reply: 'unposted', visibility: 'public' })
  expect(list.items).toHaveLength(view.unposted)
  expect(await dashboard('ai_insights', { ledger: 'all' })).toMatchObject({
    stats: { respondedReviews: 4 },
    visible: 2,
    unposted: 3,
  })
  await api.responses.remove({ id: first ?? '' })
  expect(await dashboard()).toMatchObject({ stats: { respondedReviews: 2 }, visible: 1, unposted: 3 })
})

test('a day whose reviews were deleted is left out', async ({ business, dashboard, store }) => {
  await store([
    [3, 5],
    [1, 4],
  ])
  await env.DB.prepare("DELETE FROM reviews WHERE platform_review_id = 'r0' AND business_id = ?")
    .bind(business.id)
    .run()
  expect((await dashboard()).daily.map(({ day }) => day)).toEqual(['2026-06-14'])
})

test('the latest period is compared with the one before, both within the history', async ({
  dashboard,
  store,
  answer,
}) => {
  await store([
    [60, 1],
    [59, 1],
    [30, 3],
    [29, 5],
    [15, 5],
    [14, 4],
    [0, 4],
  ])
  await answer(2)
  await answer(6)
  const pro = await dashboard('pro')
  expect(pro.periodDays).toBe(30)
  expect(pro.trend).toEqual({
    reviews: { current: 4, previous: 2 },
    averageRating: { current: 4.5, previous: 2 },
    responseRate: { current: 25, previous: 50 },
    pending: { current: 3, previous: 1 },
    // Both replies are only saved here.
    visible: { current: 0, previous: 0 },
  })
  const free = await dashboard('free')
  expect(free.periodDays).toBe(15)
  expect(free.trend.reviews).toEqual({ current: 2, previous: 2 })
})

test('the dashboard lists the eight latest reviews, newest first', async ({ dashboard, store, answer }) => {
  await store(Array.from({ length: 12 }, (_, index) => [12 - index, 3]))
  await answer(11)
  await answer(5)
  const { recent } = await dashboard()
  expect(recent.map(({ reviewerName }) => reviewerName)).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8].map((days) => `Author ${days}`),
  )
  expect(recent[0]).toMatchObject({ businessName: 'Harbor Books', status: 'responded' })
})

test('the dashboard lists three waiting reviews, unhappy ones first, then the newest', async ({
  dashboard,
  store,
  answer,
}) => {
  await store([
    [9, 1],
    [8, 5],
    [7, 2],
    [6, 4],
    [5, 5],
    [4, 2],
    [3, 1],
  ])
  await answer(0)
  const { waiting } = await dashboard()
  expect(waiting.map(({ reviewerName, rating }) => [reviewerName, rating])).toEqual([
    ['Author 3', 1],
    ['Author 4', 2],
    ['Author 7', 2],
  ])
})

test('the dashboard can show one business and still offers all', async ({
  account,
  business,
  dashboard,
  store,
}) => {
  const other = await createBusiness(env.DB, account, { name: 'attic books' })
  await store([
    [2, 5],
    [1, 4],
  ])
  await storeReviews(env.DB, [{ business: other, rating: 1, authorName: 'Other', scrapedAt: NOW - HOUR_MS }])
  const choices = [
    { id: other.id, name: 'attic books' },
    { id: business.id, name: 'Harbor Books' },
  ]
  expect(await dashboard()).toMatchObject({ stats: { totalReviews: 3 }, businesses: choices })
  const alone = await dashboard('ai_insights', { businessId: business.id })
  expect(alone).toMatchObject({ stats: { totalReviews: 2, averageRating: 4.5 }, businesses: choices })
  for (const review of [...alone.recent, ...alone.waiting]) expect(review.businessName).toBe('Harbor Books')
  expect(alone.daily).toHaveLength(2)
})

test('an invalid business id is refused', async ({ dashboard }) => {
  await expect(dashboard('free', { businessId: 'x' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { issues: [{ message: 'Unknown business. Choose one from the list.' }] },
  })
})

test('a source that brings nothing in is named with its remedy, unless its business is paused', async ({
  account,
  dashboard,
}) => {
  const googleUrl = 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f'
  const business = await createBusiness(env.DB, account, { name: 'Attic Books', googleUrl })
  expect((await dashboard()).sources.faults).toEqual([])
  await env.DB.prepare(
    `UPDATE business_sources SET last_error_kind = 'wrong_listing', last_error = 'No listing.', failing_since = ?
     WHERE business_id = ?`,
  )
    .bind(NOW - DAY_MS, business.id)
    .run()
  const { sources } = await dashboard()
  expect(sources.count).toBeGreaterThan(0)
  expect(sources.faults[0]).toMatchObject({
    businessId: business.id,
    businessName: 'Attic Books',
    headline: 'This link doesn’t lead to a listing',
    remedy: 'correct_link',
  })
  await apiFor(account).businesses.update({ id: business.id, isActive: false })
  expect((await dashboard()).sources.faults).toEqual([])
})
