import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

let account: Account
let business: Business

beforeEach(async () => {
  account = await createAccount(env.DB)
  business = await createBusiness(env.DB, account)
  await storeReviews(
    env.DB,
    ['waiting', 'replied', 'shown'].map((name, index) => ({
      business,
      authorName: name,
      platformReviewId: name,
      scrapedAt: NOW - index * HOUR_MS,
      ownerResponse: name === 'shown' ? { text: 'Thanks', date: NOW } : null,
    })),
  )
  await storeResponses(env.DB, business, [{ platformReviewId: 'replied', text: 'Thank you', at: NOW }])
})

const api = () => apiFor(account, { now: () => NOW })

async function reviews() {
  const { items } = await api().reviews.list()
  return new Map(items.map((item) => [item.reviewerName, item]))
}

async function ids(): Promise<string[]> {
  return [...(await reviews()).values()].map(({ id }) => id)
}

test('marking reviews as answered answers those that need it and posts stored responses', async () => {
  const before = await api().reviews.stats()
  expect(before.pendingResponses).toBe(1)
  const marked = await api().responses.markAnswered({ reviewIds: await ids() })
  const after = await reviews()
  expect(marked).toEqual({ ids: [after.get('waiting')?.id] })
  expect(after.get('waiting')).toMatchObject({ status: 'responded', response: null, ownerResponse: null })
  expect(after.get('replied')?.response?.postedToPlatform).toBe(true)
  expect((await api().reviews.stats()).pendingResponses).toBe(0)
  expect(await api().responses.markAnswered({ reviewIds: await ids() })).toEqual({ ids: [] })
})

test('marking can be undone, but not for reviews with a reply here or on the platform', async () => {
  await api().responses.markAnswered({ reviewIds: await ids() })
  const waiting = (await reviews()).get('waiting')?.id
  expect(await api().responses.reopen({ reviewIds: await ids() })).toEqual({ ids: [waiting] })
  const after = await reviews()
  expect([...after.values()].filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([
    waiting,
  ])
  expect((await api().reviews.stats()).pendingResponses).toBe(1)
})

test("another organization's reviews are left alone", async () => {
  const stranger = apiFor(await createAccount(env.DB), { now: () => NOW })
  expect(await stranger.responses.markAnswered({ reviewIds: await ids() })).toEqual({ ids: [] })
  expect((await reviews()).get('waiting')?.status).toBe('pending')
})

test('an empty list and more than a page of reviews are refused', async () => {
  for (const reviewIds of [[], Array.from({ length: 101 }, (_, index) => String(index + 1))]) {
    await expect(api().responses.markAnswered({ reviewIds })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})

test('a review that needs no reply leaves the list without counting as answered', async () => {
  const before = await api().reviews.stats()
  const waiting = (await reviews()).get('waiting')?.id ?? ''
  expect(await api().responses.settle({ reviewIds: await ids() })).toEqual({ ids: [waiting] })
  expect((await reviews()).get('waiting')).toMatchObject({ status: 'responded', isSettled: true })
  const after = await api().reviews.stats()
  expect(after).toMatchObject({
    pendingResponses: 0,
    respondedReviews: before.respondedReviews,
    responseRate: before.responseRate,
  })
  expect(await api().responses.stats({ businessId: business.id })).toMatchObject({ responseRate: 66.67 })
  // A reply makes it an answered one.
  await api().responses.create({ reviewId: waiting, text: 'Thank you' })
  expect((await reviews()).get('waiting')).toMatchObject({ isSettled: false })
  expect((await api().reviews.stats()).respondedReviews).toBe(3)
})

test('a backlog is settled and reopened in steps, without other organizations', async () => {
  const backlog = Array.from({ length: 501 }, (_, index) => ({
    business,
    platformReviewId: `old ${index}`,
    authorName: 'old',
    scrapedAt: NOW - 2 * HOUR_MS,
  }))
  await storeReviews(env.DB, backlog)
  const other = await createAccount(env.DB)
  await storeReviews(env.DB, [
    {
      business: await createBusiness(env.DB, other),
      platformReviewId: 'theirs',
      scrapedAt: NOW - 2 * HOUR_MS,
    },
  ])
  const open = async (who = api()) => (await who.reviews.stats()).pendingResponses
  const before = new Date(NOW - HOUR_MS).toISOString()
  const first = await api().responses.settleBacklog({ before })
  expect(first).toMatchObject({ count: 500, isDone: false })
  const { settledAt } = first
  expect(await api().responses.settleBacklog({ before, settledAt })).toEqual({
    count: 1,
    isDone: true,
    settledAt,
  })
  // The review posted after that time still needs an answer.
  expect(await open()).toBe(1)
  const stranger = apiFor(other, { now: () => NOW })
  expect(await open(stranger)).toBe(1)
  expect(await stranger.responses.reopenBacklog({ settledAt })).toMatchObject({ count: 0 })
  expect(await api().responses.reopenBacklog({ settledAt })).toMatchObject({ count: 500, isDone: false })
  expect(await api().responses.reopenBacklog({ settledAt })).toMatchObject({ count: 1, isDone: true })
  expect(await open()).toBe(502)
})

test('taking a backlog back reopens reviews edited after their reply, unless they were answered meanwhile', async () => {
  const edited =
    "UPDATE reviews SET responded = 0, edited_at = ? WHERE platform_review_id IN ('replied', 'shown', 'waiting')"
  await env.DB.prepare(edited).bind(NOW).run()
  const { settledAt, count } = await api().responses.settleBacklog({
    before: new Date(NOW + 1).toISOString(),
  })
  expect(count).toBe(3)
  const waiting = (await reviews()).get('waiting')?.id ?? ''
  await api().responses.create({ reviewId: waiting, text: 'Thank you' })
  expect(await api().responses.reopenBacklog({ settledAt })).toMatchObject({ count: 2, isDone: true })
  const open = [...(await reviews()).values()].filter(({ status }) => status === 'pending')
  expect(open.map(({ reviewerName }) => reviewerName).sort()).toEqual(['replied', 'shown'])
})
