import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const THANKS = { text: 'Thank you for coming', date: '2026-06-10T09:00:00.000Z' }

const test = base
  /** Time of the last collection. */
  .extend('clock', () => ({ now: NOW }))
  .extend(
    'api',
    ({ account, clock }) =>
      (actor = account) =>
        apiFor(actor, { now: () => clock.now }),
  )
  /** Collects a list with this one review, a minute after the last collection. */
  .extend('collect', ({ business, clock }) => async (shown: Partial<ScrapedReview> = {}) => {
    clock.now += MINUTE_MS
    const id = await createRun(business, { status: 'running', createdAt: clock.now })
    const review: ScrapedReview = {
      reviewId: 'r1',
      authorName: 'Alex Marlow',
      rating: 2,
      reviewText: 'It rained in',
      reviewDate: '2026-06-09T09:00:00.000Z',
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: null,
      language: null,
      url: null,
      ...shown,
    }
    await saveList({ ...backgroundContext(env), now: () => clock.now }, await storedRun(id), [review])
    await env.DB.prepare("UPDATE scrape_runs SET status = 'succeeded' WHERE id = ?").bind(id).run()
  })
  .extend('onlyReview', ({ api }) => async () => {
    const { items } = await api().reviews.list()
    expect(items).toHaveLength(1)
    const [review] = items
    if (!review) throw new Error('There is no review.')
    return review
  })
  .extend('expectStatus', ({ api, onlyReview }) => async (status: 'pending' | 'responded') => {
    expect(await onlyReview()).toMatchObject({ status })
    expect((await api().reviews.list({ status })).items).toHaveLength(1)
    const answered = status === 'responded' ? 1 : 0
    expect(await api().reviews.stats()).toMatchObject({
      totalReviews: 1,
      respondedReviews: answered,
      pendingResponses: 1 - answered,
      responseRate: answered * 100,
    })
  })
  .extend('respond', ({ api, onlyReview }) => async (text = 'We are sorry') => {
    const { id } = await onlyReview()
    return api().responses.create({ reviewId: id, text })
  })

function posting(id: string) {
  return env.DB.prepare('SELECT posted_to_platform, posted_at FROM review_responses WHERE id = ?')
    .bind(id)
    .first()
}

test('a review answered by its owner on the platform counts as answered', async ({
  collect,
  onlyReview,
  expectStatus,
}) => {
  await collect({ ownerResponse: THANKS })
  await expectStatus('responded')
  expect(await onlyReview()).toMatchObject({ response: null, ownerResponse: THANKS })
})

test("an owner's reply found later answers the review, and removing it there reopens it", async ({
  collect,
  expectStatus,
}) => {
  await collect()
  await expectStatus('pending')
  await collect({ ownerResponse: THANKS })
  await expectStatus('responded')
  await collect()
  await expectStatus('pending')
})

test('an edit reopens a review answered on the platform until its reply there changes', async ({
  collect,
  expectStatus,
}) => {
  await collect({ ownerResponse: THANKS })
  await collect({ rating: 1, ownerResponse: THANKS })
  await expectStatus('pending')
  await collect({ rating: 1, ownerResponse: { ...THANKS, text: 'We hear you' } })
  await expectStatus('responded')
})

test('an edit that arrives together with a new reply leaves the review answered', async ({
  collect,
  expectStatus,
}) => {
  await collect({ ownerResponse: THANKS })
  await collect({ reviewText: 'It still rains in', ownerResponse: { ...THANKS, text: 'The roof is new' } })
  await expectStatus('responded')
})

test('a review answered here stays answered if the reply on the platform is removed', async ({
  collect,
  expectStatus,
  respond,
}) => {
  await collect({ ownerResponse: THANKS })
  await respond()
  await collect()
  await expectStatus('responded')
})

test('a review answered on the platform stays answered if the response here is deleted', async ({
  api,
  collect,
  expectStatus,
  respond,
}) => {
  await collect({ ownerResponse: THANKS })
  const { id } = await respond()
  await api().responses.remove({ id })
  await expectStatus('responded')
})

test('a response is not on the platform until its owner says so', async ({
  clock,
  api,
  collect,
  onlyReview,
  respond,
}) => {
  await collect()
  const { id } = await respond()
  expect((await onlyReview()).response).toMatchObject({ postedToPlatform: false })
  expect(await api().responses.markPosted({ id })).toMatchObject({ id, postedToPlatform: true })
  expect((await onlyReview()).response).toMatchObject({ postedToPlatform: true })
  const saidAt = clock.now
  // Saying it again changes nothing.
  clock.now += MINUTE_MS
  await api().responses.markPosted({ id })
  expect(await posting(id)).toEqual({ posted_to_platform: 1, posted_at: saidAt })
})

test('a response that a collection sees on the platform is posted, until it is changed here', async ({
  api,
  collect,
  onlyReview,
  respond,
}) => {
  await collect()
  const { id, text } = await respond()
  await collect({ ownerResponse: { text, date: THANKS.date } })
  expect((await onlyReview()).response).toMatchObject({ postedToPlatform: true })
  expect(await posting(id)).toMatchObject({ posted_at: Date.parse(THANKS.date) })
  expect(await api().responses.update({ id, text })).toMatchObject({ postedToPlatform: true })
  expect(await api().responses.update({ id, text: 'Sorry!' })).toMatchObject({ postedToPlatform: false })
  expect((await onlyReview()).response).toMatchObject({ postedToPlatform: false })
})

test('an earlier reply on the platform is not the response', async ({ collect, onlyReview, respond }) => {
  await collect({ ownerResponse: THANKS })
  await respond()
  await collect({ helpfulVotes: 3, ownerResponse: THANKS })
  expect((await onlyReview()).response).toMatchObject({ postedToPlatform: false })
})

test("another organization's response can't be marked as posted", async ({
  api,
  collect,
  onlyReview,
  respond,
}) => {
  await collect()
  const { id } = await respond()
  await expect(api(await createAccount(env.DB)).responses.markPosted({ id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Failed to update review response: not found',
  })
  expect((await onlyReview()).response).toMatchObject({ postedToPlatform: false })
})

test('response statistics count responses stored here, even for reviews edited since', async ({
  business,
  api,
  collect,
  respond,
}) => {
  const input = { businessId: business.id }
  await collect({ ownerResponse: THANKS })
  expect(await api().responses.stats(input)).toEqual({
    totalResponses: 0,
    publishedResponses: 0,
    responseRate: 100,
  })
  const { id } = await respond()
  await collect({ rating: 1, ownerResponse: THANKS })
  expect(await api().responses.stats(input)).toEqual({
    totalResponses: 1,
    publishedResponses: 1,
    responseRate: 0,
  })
  await api().responses.remove({ id })
  expect(await api().responses.stats(input)).toMatchObject({ totalResponses: 0 })
})
