import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { rows } from '#tests/edge/collection/support/stored.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, storeResponses, storeReviews } from '#tests/factories.ts'
import { sendDigests } from '#worker/alerts/send-digests.ts'
import { remindOfTargets } from '#worker/reviews/answer-targets.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
let now = NOW

const test = base
  .extend('account', () => {
    now = NOW
    return createAccount(env.DB, { plan: 'pro', now: NOW })
  })
  .extend('api', ({ account }) => apiFor(account, { plan: 'pro', now: () => now }))
  .extend('business', ({ account }) => createBusiness(env.DB, account, { name: 'Alder' }))
  .extend('post', ({ business }) => async (hoursAgo: number, authorName: string, other = business) => {
    await storeReviews(env.DB, [
      {
        business: other,
        platformReviewId: authorName,
        authorName,
        rating: 2,
        reviewDate: NOW - hoursAgo * HOUR_MS,
        scrapedAt: NOW,
      },
    ])
  })
  .extend('names', ({ api }) => async (due: 'due' | 'overdue') => {
    const { items } = await api.reviews.list({ due, sort: 'posted' })
    return items.map(({ reviewerName }) => reviewerName)
  })
  .extend(
    'counts',
    ({ api }) =>
      async () =>
        (await api.screens.reviews()).dueCounts,
  )
  /** Notifications of the account after a tick at this time. */
  .extend('told', ({ account }) => async (at: number) => {
    now = at
    await remindOfTargets(contextFor(account, { now: () => at }))
    const news = await rows<{ message: string }>(
      "SELECT message FROM notifications WHERE organization_id = ? AND kind = 'reply_due' ORDER BY seq",
      account.organizationId,
    )
    return news.map(({ message }) => message)
  })

test('nothing is due without a target, and there is no view for it', async ({ post, names, counts }) => {
  await post(100, 'Ana')
  expect(await names('overdue')).toEqual([])
  expect(await names('due')).toEqual([])
  expect(await counts()).toBeNull()
})

test('a review is due from its posting date, then overdue, by the target of its own location', async ({
  account,
  api,
  business,
  post,
  names,
  counts,
}) => {
  const other = await createBusiness(env.DB, account, { name: 'Birch' })
  await api.reviews.setAnswerTarget({ businessId: business.id, hours: 24 })
  await api.reviews.setAnswerTarget({ businessId: other.id, hours: 72 })
  await post(10, 'Fresh')
  await post(30, 'Late')
  await post(30, 'Elsewhere', other)
  await post(80, 'Later elsewhere', other)
  await post(31 * 24, 'Old')
  expect(await names('overdue')).toEqual(['Late', 'Later elsewhere'])
  expect(await names('due')).toEqual(['Fresh', 'Elsewhere'])
  expect(await counts()).toEqual({ overdue: 2, due: 2 })
  expect((await api.screens.reviews({ businessId: other.id })).dueCounts).toEqual({ overdue: 1, due: 1 })
  expect((await api.screens.reviews({ due: 'overdue' })).total).toBe(2)
  const limited = apiFor(account, { role: 'member', businessIds: [other.id], now: () => now })
  expect((await limited.screens.reviews()).dueCounts).toEqual({ overdue: 1, due: 1 })
  expect((await limited.reviews.list({ due: 'overdue' })).items).toHaveLength(1)
  await api.reviews.setAnswerTarget({ businessId: business.id, hours: null })
  expect(await names('overdue')).toEqual(['Later elsewhere'])
})

test('pages of overdue reviews stay in order across several targets', async ({
  account,
  api,
  business,
  post,
}) => {
  const other = await createBusiness(env.DB, account)
  await api.reviews.setAnswerTarget({ businessId: business.id, hours: 24 })
  await api.reviews.setAnswerTarget({ businessId: other.id, hours: 48 })
  for (let count = 0; count < 6; count += 1) await post(60 + count, `R${count}`, count % 2 ? other : business)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await api.reviews.list({
      due: 'overdue',
      sort: 'posted',
      limit: 2,
      ...(cursor && { cursor }),
    })
    seen.push(...page.items.map(({ reviewerName }) => reviewerName))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toEqual(['R0', 'R1', 'R2', 'R3', 'R4', 'R5'])
})

test('a reply counts once guests can see it, and a settled review is never due', async ({
  api,
  business,
  post,
  names,
}) => {
  await api.reviews.setAnswerTarget({ businessId: business.id, hours: 24 })
  await post(30, 'Saved')
  await post(31, 'Posted')
  await post(32, 'Settled')
  await storeResponses(env.DB, business, [
    { platformReviewId: 'Saved', text: 'Thanks', at: NOW },
    { platformReviewId: 'Posted', text: 'Thanks', at: NOW },
  ])
  const { items } = await api.reviews.list({ sort: 'posted' })
  const posted = items.find(({ reviewerName }) => reviewerName === 'Posted')
  await api.responses.markPosted({ id: posted?.response?.id ?? '' })
  const settled = items.find(({ reviewerName }) => reviewerName === 'Settled')
  await api.responses.settle({ reviewIds: [settled?.id ?? ''] })
  expect(await names('overdue')).toEqual(['Saved'])
})

test('a reminder comes once before the target is missed, and not for reviews already late', async ({
  api,
  business,
  post,
  told,
}) => {
  await post(30, 'Late already')
  await api.reviews.setAnswerTarget({ businessId: business.id, hours: 24 })
  await post(10, 'Fresh')
  expect(await told(NOW + HOUR_MS)).toEqual([])
  expect(await told(NOW + 9 * HOUR_MS)).toEqual([
    '1 review of Alder needs an answer in the next 6 hours to keep your target (within 24 hours).',
  ])
  expect(await told(NOW + 10 * HOUR_MS)).toHaveLength(1)
  expect(await told(NOW + DAY_MS)).toHaveLength(1)
})

test('concurrent ticks send one reminder', async ({ account, api, business, post, told }) => {
  await api.reviews.setAnswerTarget({ businessId: business.id, hours: 24 })
  await post(10, 'Fresh')
  const ctx = contextFor(account, { now: () => NOW + 9 * HOUR_MS })
  await Promise.all([remindOfTargets(ctx), remindOfTargets(ctx), remindOfTargets(ctx)])
  expect(await told(NOW + 9 * HOUR_MS)).toHaveLength(1)
})

test('the digest and Analytics show the same number of reviews answered in time', async ({
  account,
  api,
  business,
  post,
}) => {
  const analytics = async (businessId?: string) =>
    (await api.screens.analytics(businessId ? { businessId } : {})).inTime
  const other = await createBusiness(env.DB, account, { name: 'Birch' })
  await post(40, 'In time')
  await post(45, 'Too late')
  await post(30, 'Overdue')
  await post(10, 'Waits')
  await post(20, 'Fast')
  await post(40, 'Saved')
  await post(60, 'In three days', other)
  await post(31 * 24 + 13, 'Old')
  const answers = { 'In time': 20, 'Too late': 20.5, Fast: 19, Saved: 39 }
  await storeResponses(
    env.DB,
    business,
    Object.entries(answers).map(([platformReviewId, hoursAgo]) => ({
      platformReviewId,
      text: 'Thanks',
      at: NOW - hoursAgo * HOUR_MS,
      isPosted: platformReviewId !== 'Saved',
    })),
  )
  await storeResponses(env.DB, other, [
    { platformReviewId: 'In three days', text: 'Thanks', at: NOW - HOUR_MS, isPosted: true },
  ])
  const digest = async () => {
    await env.DB.prepare('UPDATE alert_recipients SET next_digest_at = 1, digest_after = 0 WHERE user_id = ?')
      .bind(account.userId)
      .run()
    await sendDigests(contextFor(account, { now: () => now }))
    return (await mailsTo(account.email)).at(-1)?.text ?? ''
  }
  expect(await analytics()).toBeNull()
  expect(await digest()).not.toContain('in time')

  await api.reviews.setAnswerTarget({ businessId: business.id, hours: 24 })
  expect(await analytics()).toEqual({ hours: 24, answered: 2, count: 5, overdue: 2 })
  const text = '2 of 5 reviews from the last 30 days were answered in time (24 hours). 2 are overdue.'
  const mail = await digest()
  expect(mail).toContain(text)
  expect(mail).toContain('/app/reviews?due=overdue')
  expect((await api.screens.reviews()).dueCounts?.overdue).toBe(2)

  await api.reviews.setAnswerTarget({ businessId: other.id, hours: 72 })
  expect(await analytics()).toEqual({ hours: null, answered: 3, count: 6, overdue: 2 })
  expect(await analytics(other.id)).toEqual({ hours: 72, answered: 1, count: 1, overdue: 0 })
  expect(await digest()).toContain('3 of 6 reviews from the last 30 days')
  await env.DB.prepare("UPDATE organization_users SET role = 'member', business_ids = ? WHERE user_id = ?")
    .bind(JSON.stringify([other.id]), account.userId)
    .run()
  expect(await digest()).toContain(
    '1 of 1 review from the last 30 days was answered in time (3 days). None is overdue.',
  )
})
