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

test('the owner’s word answers what needed an answer, and posts what was stored', async () => {
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

test('it can be taken back, but not what a reply or the platform answers', async () => {
  await api().responses.markAnswered({ reviewIds: await ids() })
  const waiting = (await reviews()).get('waiting')?.id
  expect(await api().responses.reopen({ reviewIds: await ids() })).toEqual({ ids: [waiting] })
  const after = await reviews()
  expect([...after.values()].filter(({ status }) => status === 'pending').map(({ id }) => id)).toEqual([
    waiting,
  ])
  expect((await api().reviews.stats()).pendingResponses).toBe(1)
})

test('what somebody else owns is left alone', async () => {
  const stranger = apiFor(await createAccount(env.DB), { now: () => NOW })
  expect(await stranger.responses.markAnswered({ reviewIds: await ids() })).toEqual({ ids: [] })
  expect((await reviews()).get('waiting')?.status).toBe('pending')
})

test('no review, and more than a page of them, are refused', async () => {
  for (const reviewIds of [[], Array.from({ length: 101 }, (_, index) => String(index + 1))]) {
    await expect(api().responses.markAnswered({ reviewIds })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
})
