import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createRun, saveList, storedRun } from '#tests/edge/support/runs.ts'
import { type Account, type Business, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const LATER = NOW + MINUTE_MS

let account: Account
let business: Business
let reviewId: string

beforeEach(async () => {
  account = await createAccount(env.DB)
  business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
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
  reviewId = review?.id ?? ''
})

function api(now = NOW) {
  return apiFor(account, { now: () => now })
}

function respond(text = 'Thank you') {
  return api().responses.create({ reviewId, text })
}

/** Collects the review again, as the platform shows it by now. */
async function collect(changes: { rating?: number; reviewText?: string; helpfulVotes?: number }, at = LATER) {
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
}

test('an updated response says that it was edited and keeps its date', async () => {
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

test('a deleted response puts its review back on the list of what waits', async () => {
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
  // Another answer may follow.
  expect((await respond('Again')).id).not.toBe(id)
})

test('a response that is gone is not found', async () => {
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

test('an id that no response can have is refused with the same words', async () => {
  for (const id of ['local-1', '', reviewId]) {
    const refusal = { code: 'BAD_REQUEST', cause: { issues: [{ message: 'Response not found' }] } }
    await expect(api().responses.update({ id, text: 'x' })).rejects.toMatchObject(refusal)
    await expect(api().responses.remove({ id })).rejects.toMatchObject(refusal)
  }
})

test('an update without text is refused and changes nothing', async () => {
  const response = await respond()
  await expect(api().responses.update({ id: response.id, text: ' ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  expect(await api().responses.forReview({ reviewId })).toEqual(response)
})

test.each([
  ['rating', { rating: 1 }],
  ['text', { reviewText: 'It rained in, and nobody cared' }],
])(
  'an answered review whose %s was changed on the platform waits again, with its answer',
  async (_, change) => {
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

    // Writing the answer anew settles it, and so does deleting it and answering once more.
    const again = await api(LATER).responses.update({ id: response.id, text: 'We care now' })
    expect(await api().reviews.get({ id: reviewId })).toMatchObject({ status: 'responded', response: again })
    expect(await api().reviews.stats()).toMatchObject({ respondedReviews: 1, pendingResponses: 0 })
  },
)

test('an answered review that was collected again unchanged, or with other votes, stays answered', async () => {
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

test('deleting the answer of an edited review leaves the counts right', async () => {
  const { id } = await respond()
  await collect({ rating: 5 })
  await api().responses.remove({ id })
  expect(await api().reviews.stats()).toMatchObject({
    respondedReviews: 0,
    pendingResponses: 1,
    averageRating: 5,
  })
})
