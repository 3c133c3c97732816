import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { inOrganization, joined } from '#tests/edge/organizations/support.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { barrier } from '#tests/edge/support/faults.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

const test = base
  .extend('account', () => createAccount(env.DB, { plan: 'free' }))
  .extend('business', ({ account }) => createBusiness(env.DB, account, { name: 'Harbor Books' }))
  .extend(
    'api',
    ({ account }) =>
      (bindings = env) =>
        apiFor(account, { plan: 'free', now: () => NOW, env: bindings }),
  )
  /** Stores a review and returns its API id. */
  .extend('review', ({ business }) => async (scrapedAt = NOW, rating = 2): Promise<string> => {
    await storeReviews(env.DB, [{ business, rating, text: 'It rained in', scrapedAt }])
    const row = await env.DB.prepare('SELECT max(id) AS id FROM reviews WHERE business_id = ?')
      .bind(business.id)
      .first<{ id: number }>()
    return String(row?.id)
  })

test('a response is stored with its writer and shown with its review', async ({
  account,
  business,
  api,
  review,
}) => {
  const reviewId = await review()
  const response = await api().responses.create({ reviewId, text: ' Thank you, Alex!\nWe fixed the roof. ' })
  expect(response).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    reviewId,
    text: 'Thank you, Alex!\nWe fixed the roof.',
    date: '2026-06-15T12:00:00.000Z',
    edited: false,
    postedToPlatform: false,
  })
  expect(await api().reviews.get({ id: reviewId })).toMatchObject({ status: 'responded', response })
  expect(await api().responses.forReview({ reviewId })).toEqual(response)
  const row = await env.DB.prepare('SELECT * FROM review_responses WHERE id = ?').bind(response.id).first()
  expect(row).toMatchObject({
    review_id: Number(reviewId),
    organization_id: account.organizationId,
    business_id: business.id,
    user_id: account.userId,
    is_published: 1,
    platform_response_id: null,
    posted_to_platform: 0,
    posted_at: null,
    edited_at: null,
  })
})

test('a response updates lists, filters and statistics at once', async ({ api, review }) => {
  const [first, second] = [await review(), await review()]
  await api().responses.create({ reviewId: first, text: 'Thank you' })
  const listed = async (status: 'pending' | 'responded') =>
    (await api().reviews.list({ status })).items.map(({ id }) => id)
  expect(await listed('responded')).toEqual([first])
  expect(await listed('pending')).toEqual([second])
  expect(await api().reviews.stats()).toMatchObject({
    totalReviews: 2,
    pendingResponses: 1,
    respondedReviews: 1,
    responseRate: 50,
  })
  expect((await api().screens.dashboard()).waiting.map(({ id }) => id)).toEqual([second])
})

test('a second response is refused as a conflict, and the first one stays', async ({ api, review }) => {
  const reviewId = await review()
  const first = await api().responses.create({ reviewId, text: 'First' })
  await expect(api().responses.create({ reviewId, text: 'Second' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Failed to create review response: invalid data',
    cause: { message: 'You or a colleague have answered this review already. Change that answer instead.' },
  })
  expect(await api().responses.forReview({ reviewId })).toEqual(first)
})

test('repeating the same text, as after a lost answer, returns the stored response', async ({
  api,
  review,
}) => {
  const reviewId = await review()
  const first = await api().responses.create({ reviewId, text: 'Thank you' })
  expect(await api().responses.create({ reviewId, text: 'Thank you' })).toEqual(first)
})

test('the same text from a colleague is refused as a conflict', async ({ account, api, review }) => {
  const reviewId = await review()
  await api().responses.create({ reviewId, text: 'Thank you' })
  const colleague = apiFor(inOrganization(await joined(account, 'member'), account), { now: () => NOW })
  await expect(colleague.responses.create({ reviewId, text: 'Thank you' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('exactly one of many concurrent responses to a review is stored', async ({ api, review }) => {
  const COUNT = 50
  const reviewId = await review()
  const held = api({ ...env, DB: barrier(env.DB, /insert into "review_responses"/, COUNT) })
  const outcomes = await Promise.allSettled(
    Array.from({ length: COUNT }, (_, index) => held.responses.create({ reviewId, text: `Text ${index}` })),
  )
  const stored = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(stored).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'CONFLICT' })
  }
  expect(await api().responses.forReview({ reviewId })).toEqual(stored[0]?.value)
  expect(await api().reviews.stats()).toMatchObject({ respondedReviews: 1, pendingResponses: 0 })
})

test("a review outside the plan's history is not found", async ({ account, api, review }) => {
  const outside = await review(Date.UTC(2026, 4, 16) - 1)
  await expect(api().responses.create({ reviewId: outside, text: 'Late' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Failed to create review response: not found',
    cause: { message: 'This review was not found. It may be older than your plan’s history.' },
  })
  const inside = await review(Date.UTC(2026, 4, 16))
  await api().responses.create({ reviewId: inside, text: 'In time' })
  // A longer history includes it.
  const pro = apiFor(account, { plan: 'pro', now: () => NOW })
  await pro.responses.create({ reviewId: outside, text: 'Not too late' })
})

test.for([
  ['text', { text: ' \n' }, 'Write a reply first.'],
  ['text', { text: 'a\0b' }, "Reply contains a character that can't be stored. Type it again."],
  ['reviewId', { reviewId: 'local-1' }, 'Unknown review. Choose one from the list.'],
] as const)(
  '%s in %j is refused beside its field',
  async ([field, change, message], { account, api, review }) => {
    const reviewId = await review()
    const answer = await askProcedure(
      'responses.create',
      { reviewId, text: 'Thank you', ...change },
      { headers: { cookie: await signedIn(account) } },
    )
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { data: { fields: { [field]: message } } } })
    expect(await api().responses.forReview({ reviewId })).toBeNull()
  },
)

test('a response keeps every character that can be stored', async ({ api, review }) => {
  const text = `<script>alert('1')</script> "quotes" & O'Brien; -- 🥖 日本語 \u202E ${'x'.repeat(3_900)}`
  const reviewId = await review()
  await api().responses.create({ reviewId, text })
  expect(await api().reviews.get({ id: reviewId })).toMatchObject({ response: { text } })
})

test('a late response counts for the day of its review', async ({ business, api, review }) => {
  const reviewId = await review(NOW - 20 * DAY_MS)
  await api().responses.create({ reviewId, text: 'Thank you' })
  const rows = await env.DB.prepare('SELECT day, responded FROM review_daily_stats WHERE business_id = ?')
    .bind(business.id)
    .all()
  expect(rows.results).toEqual([{ day: '2026-05-26', responded: 1 }])
})
