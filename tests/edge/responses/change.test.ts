import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const LATER = NOW + MINUTE_MS

const test = base
  .extend('business', ({ account }) => createBusiness(env.DB, account, { name: 'Harbor Books' }))
  .extend('api', ({ account }) => (now = NOW) => {
    return apiFor(account, { now: () => now })
  })
  .extend('reviewId', { auto: true }, async ({ business, api }) => {
    await storeReviews(env.DB, [
      {
        business,
        platformReviewId: 'r1',
        authorName: 'Alex Marlow',
        rating: 2,
        text: 'It rained in',
        scrapedAt: NOW,
      },
    ])
    const [review] = (await api().reviews.list()).items
    return review?.id ?? ''
  })
  .extend('respond', ({ reviewId, api }) => (text = 'Thank you') => {
    return api().responses.create({ reviewId, text })
  })
  /** Collects the review again with these changes on the platform. */
  .extend(
    'collect',
    ({ business }) =>
      async (changes: { rating?: number; reviewText?: string; helpfulVotes?: number }, at = LATER) => {
        const id = await createRun(business, { status: 'running', createdAt: at })
        const review = {
          reviewId: 'r1',
          authorName: 'Alex Marlow',
          rating: 2,
          reviewText: 'It rained in',
          reviewDate: null,
          helpfulVotes: 0,
          userVerified: false,
          ownerResponse: null,
          language: null,
          url: null,
          ...changes,
        }
        await saveList({ ...backgroundContext(env), now: () => at }, await storedRun(id), [review])
        await env.DB.prepare("UPDATE scrape_runs SET status = 'succeeded' WHERE id = ?").bind(id).run()
      },
  )

test('an updated response is marked as edited and keeps its date', async ({ reviewId, api, respond }) => {
  const { id } = await respond()
  const updated = await api(LATER).responses.update({ id, text: ' Thank you, Alex ' })
  expect(updated).toEqual({
    id,
    reviewId,
    text: 'Thank you, Alex',
    date: '2026-06-15T12:00:00.000Z',
    edited: true,
    postedToPlatform: false,
  })
  expect(await api().responses.forReview({ reviewId })).toEqual(updated)
  expect(await api().reviews.get({ id: reviewId })).toMatchObject({ status: 'responded', response: updated })
  const row = await env.DB.prepare(
    'SELECT edited_at, updated_at, created_at FROM review_responses WHERE id = ?',
  )
    .bind(id)
    .first()
  expect(row).toEqual({ edited_at: LATER, updated_at: LATER, created_at: NOW })
})

test('an edit of a text that somebody changed meanwhile is refused, and a repeated edit is not', async ({
  reviewId,
  api,
  respond,
}) => {
  const { id } = await respond('Thank you')
  const edit = (text: string) => api(LATER).responses.update({ id, text, insteadOf: 'Thank you' })
  await edit('Thank you, Alex')
  await edit('Thank you, Alex')
  await expect(edit('Thanks')).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { message: 'This reply was changed meanwhile. Read it, then save again to replace it.' },
  })
  expect(await api().responses.forReview({ reviewId })).toMatchObject({ text: 'Thank you, Alex' })
  // Without the former text, the last edit wins.
  await api().responses.update({ id, text: 'Thanks' })
  expect(await api().responses.forReview({ reviewId })).toMatchObject({ text: 'Thanks' })
})

test('deleting a response makes its review need an answer again', async ({ reviewId, api, respond }) => {
  const { id } = await respond()
  await api().responses.remove({ id })
  expect(await api().responses.forReview({ reviewId })).toBeNull()
  expect(await api().reviews.get({ id: reviewId })).toMatchObject({ status: 'pending', response: null })
  expect((await api().reviews.list({ status: 'pending' })).items).toHaveLength(1)
  expect(await api().reviews.stats()).toMatchObject({
    respondedReviews: 0,
    pendingResponses: 1,
    responseRate: 0,
  })
  // Another response may follow.
  expect((await respond('Again')).id).not.toBe(id)
})

test('a deleted response is not found', async ({ api, respond }) => {
  const { id } = await respond()
  await api().responses.remove({ id })
  const gone = { code: 'NOT_FOUND', cause: { message: 'Response not found' } }
  await expect(api().responses.update({ id, text: 'Back' })).rejects.toMatchObject({
    ...gone,
    message: 'Failed to update review response: not found',
  })
  await expect(api().responses.remove({ id })).rejects.toMatchObject({
    ...gone,
    message: 'Failed to delete review response: not found',
  })
})

test('an invalid response id is refused with the same message', async ({ reviewId, api }) => {
  for (const id of ['local-1', '', reviewId]) {
    const refusal = { code: 'BAD_REQUEST', cause: { issues: [{ message: 'Response not found' }] } }
    await expect(api().responses.update({ id, text: 'x' })).rejects.toMatchObject(refusal)
    await expect(api().responses.remove({ id })).rejects.toMatchObject(refusal)
  }
})

test('an update without text is refused and changes nothing', async ({ reviewId, api, respond }) => {
  const response = await respond()
  await expect(api().responses.update({ id: response.id, text: ' ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await api().responses.forReview({ reviewId })).toEqual(response)
})

test.for([
  ['rating', { rating: 1 }],
  ['text', { reviewText: 'It rained in, and nobody cared' }],
] as const)(
  'an answered review whose %s changed on the platform needs an answer again, and keeps its response',
  async ([_, change], { reviewId, api, respond, collect }) => {
    const response = await respond()
    await collect(change)
    const edited = await api().reviews.get({ id: reviewId })
    expect(edited).toMatchObject({ status: 'pending', response, editedAt: new Date(LATER).toISOString() })
    expect((await api().reviews.list({ status: 'pending' })).items.map(({ id }) => id)).toEqual([reviewId])
    expect((await api().reviews.list({ status: 'responded' })).items).toEqual([])
    expect(await api().reviews.stats()).toMatchObject({ respondedReviews: 0, pendingResponses: 1 })
    const former = await env.DB.prepare(
      'SELECT rating, review_text, replaced_at FROM review_revisions WHERE review_id = ?',
    )
      .bind(Number(reviewId))
      .all()
    expect(former.results).toEqual([{ rating: 2, review_text: 'It rained in', replaced_at: LATER }])

    // Changing the response answers it again.
    const again = await api(LATER).responses.update({ id: response.id, text: 'We care now' })
    expect(await api().reviews.get({ id: reviewId })).toMatchObject({ status: 'responded', response: again })
    expect(await api().reviews.stats()).toMatchObject({ respondedReviews: 1, pendingResponses: 0 })
  },
)

test('an answered review collected again unchanged, or with other votes, stays answered', async ({
  reviewId,
  api,
  respond,
  collect,
}) => {
  const response = await respond()
  await collect({})
  await collect({ helpfulVotes: 12 }, LATER + MINUTE_MS)
  expect(await api().reviews.get({ id: reviewId })).toMatchObject({
    status: 'responded',
    response,
    editedAt: null,
    helpfulVotes: 12,
  })
  expect(await api().reviews.stats()).toMatchObject({ respondedReviews: 1 })
})

test('deleting the reply to an edited review keeps the counts right', async ({ api, respond, collect }) => {
  const { id } = await respond()
  await collect({ rating: 5 })
  await api().responses.remove({ id })
  expect(await api().reviews.stats()).toMatchObject({
    respondedReviews: 0,
    pendingResponses: 1,
    averageRating: 5,
  })
})
