import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { reviews } from '#db/schema/index.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { PLANS, planLimits } from '#worker/rules/plans.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const TODAY = Date.UTC(2026, 5, 15)
const DAY_MS = 24 * 60 * 60 * 1000

const test = base
  .extend('business', ({ account }) => createBusiness(env.DB, account, { name: 'Harbor Books' }))
  .extend('idOf', ({ business }) => async (platformReviewId: string): Promise<string> => {
    const row = await env.DB.prepare(
      'SELECT id FROM reviews WHERE business_id = ? AND platform_review_id = ?',
    )
      .bind(business.id, platformReviewId)
      .first<{ id: number }>()
    return String(row?.id)
  })

test('a review comes with everything that a screen shows', async ({ account, business, idOf }) => {
  await storeReviews(env.DB, [
    {
      business,
      platform: 'yelp',
      platformReviewId: 'r1',
      authorName: "Marta O'Brien",
      rating: 3.5,
      text: '<b>Fine</b> & "warm"',
      reviewDate: NOW - DAY_MS,
      scrapedAt: NOW,
      helpfulVotes: 7,
      language: 'en',
      url: 'https://example.test/r1',
      ownerResponse: { text: 'Thanks!', date: NOW },
    },
  ])
  const id = await idOf('r1')
  expect(await apiFor(account, { now: () => NOW }).reviews.get({ id })).toEqual({
    id,
    businessId: business.id,
    businessName: 'Harbor Books',
    platform: 'yelp',
    platformName: 'Yelp',
    platformColor: null,
    reviewerName: "Marta O'Brien",
    rating: 3.5,
    review: '<b>Fine</b> & "warm"',
    date: '2026-06-14T12:00:00.000Z',
    sentiment: 'neutral',
    // Its owner answered it on the platform.
    status: 'responded',
    response: null,
    posting: null,
    leavesAt: null,
    hasSuggestion: false,
    hasNotes: false,
    tags: [],
    assignment: null,
    canPost: false,
    isSettled: false,
    ownerResponse: { text: 'Thanks!', date: '2026-06-15T12:00:00.000Z' },
    helpfulVotes: 7,
    isVerified: false,
    language: 'en',
    url: 'https://example.test/r1',
    replyUrl: null,
    photos: [],
    editedAt: null,
    removedAt: null,
    returnedAt: null,
    revisions: [],
    reviewDate: '2026-06-14T12:00:00.000Z',
    scrapedAt: '2026-06-15T12:00:00.000Z',
  })
})

test('a review comes with its former versions, latest first', async ({ account, business, idOf }) => {
  await storeReviews(env.DB, [
    { business, platformReviewId: 'r1', rating: 5, text: 'Great', scrapedAt: NOW - 3 * DAY_MS },
  ])
  const become = (rating: number, text: string, at: number) =>
    env.DB.prepare(
      'UPDATE reviews SET rating = ?, review_text = ?, edited_at = ?, updated_at = ? WHERE business_id = ?',
    ).bind(rating, text, at, at, business.id)
  await env.DB.batch([
    become(3, 'Great, once', NOW - 2 * DAY_MS),
    become(3, 'Fair', NOW - DAY_MS),
    become(1, 'Fair', NOW),
  ])
  const id = await idOf('r1')
  const review = await apiFor(account, { now: () => NOW }).reviews.get({ id })
  expect(review).toMatchObject({ rating: 1, review: 'Fair', editedAt: '2026-06-15T12:00:00.000Z' })
  expect(review.revisions).toEqual([
    { rating: 3, review: 'Fair', replacedAt: '2026-06-15T12:00:00.000Z' },
    { rating: 3, review: 'Great, once', replacedAt: '2026-06-14T12:00:00.000Z' },
    { rating: 5, review: 'Great', replacedAt: '2026-06-13T12:00:00.000Z' },
  ])
  const stranger = await createAccount(env.DB)
  await expect(apiFor(stranger, { now: () => NOW }).reviews.get({ id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a review without a date has the day it was first seen', async ({ account, business, idOf }) => {
  await storeReviews(env.DB, [{ business, platformReviewId: 'r1', reviewDate: null, scrapedAt: NOW }])
  const review = await apiFor(account, { now: () => NOW }).reviews.get({ id: await idOf('r1') })
  expect(review).toMatchObject({
    date: '2026-06-15T12:00:00.000Z',
    reviewDate: null,
    review: '',
    ownerResponse: null,
  })
})

test.for([...PLANS, 'gold'])(
  'on the %s plan a review outside the history is not found',
  async (plan, { account, business, idOf }) => {
    const cutoff = TODAY - planLimits(plan).historyDays * DAY_MS
    await storeReviews(env.DB, [
      { business, platformReviewId: 'outside', scrapedAt: cutoff - 1 },
      { business, platformReviewId: 'inside', scrapedAt: cutoff },
    ])
    const api = apiFor(account, { plan, now: () => NOW })
    expect(await api.reviews.get({ id: await idOf('inside') })).toMatchObject({
      businessName: 'Harbor Books',
    })
    await expect(api.reviews.get({ id: await idOf('outside') })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'This review was not found. It may be older than your plan’s history.',
    })
  },
)

test('an impossible id is refused', async ({ account }) => {
  await expect(apiFor(account).reviews.get({ id: '9007199254740992' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('the largest possible id is looked up exactly', async ({ account, business }) => {
  await databaseOf(env).insert(reviews).values({
    id: Number.MAX_SAFE_INTEGER,
    organizationId: account.organizationId,
    businessId: business.id,
    platform: 'google',
    platformReviewId: 'max',
    source: 'import',
    authorName: 'Alex',
    rating: 5,
    scrapedAt: NOW,
    updatedAt: NOW,
  })
  const api = apiFor(account, { now: () => NOW })
  expect(await api.reviews.get({ id: '9007199254740991' })).toMatchObject({ id: '9007199254740991' })
  await expect(api.reviews.get({ id: '9007199254740990' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await env.DB.prepare('DELETE FROM reviews WHERE id = 9007199254740991').run()
})
