import { env } from 'cloudflare:test'
import { afterEach, expect } from 'vitest'
import { gone, nextRun, restore, takeDown } from '#tests/edge/collection/support/ledger.ts'
import { upstream } from '#tests/edge/collection/support/pipeline.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Account, type Business, createBusiness, storeReviews } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { remindOfCases } from '#worker/cases/remind.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

afterEach(async () => {
  for (const { platform, reviewId } of gone.splice(0)) await restore(platform, reviewId)
})

const NOW = Date.now()

async function storeBad(business: Business, many = 1): Promise<string[]> {
  await storeReviews(
    env.DB,
    Array.from({ length: many }, (_, n) => ({
      business,
      authorName: `Guest ${n}`,
      text: 'A lie.',
      rating: 1,
    })),
  )
  const { results } = await env.DB.prepare('SELECT id FROM reviews WHERE business_id = ? ORDER BY id')
    .bind(business.id)
    .all<{ id: number }>()
  return results.map(({ id }) => String(id))
}

const at = (account: Account, days = 0) => apiFor(account, { now: () => NOW + days * DAY_MS })

async function news(account: Account): Promise<string[]> {
  const { items } = await apiFor(account).notifications.list()
  return items.filter(({ kind }) => kind === 'review_case').map(({ message }) => message)
}

const tick = (days: number) => remindOfCases({ ...backgroundContext(env), now: () => NOW + days * DAY_MS })

test('a review can be reported, appealed once and kept, and each step is logged', async ({
  account,
  business,
}) => {
  const [reviewId = ''] = await storeBad(business)
  const api = at(account)
  const before = await api.screens.cases({ reviewId })
  expect(before).toMatchObject({ cases: [], outcomes: [], subject: { reviewId, authorName: 'Guest 0' } })
  await api.cases.open({ reviewId, rule: 'spam', reason: 'We were closed that day.' })
  await expect(api.cases.open({ reviewId, rule: 'spam' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(api.cases.move({ reviewId, step: 'appealed' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await api.cases.move({ reviewId, step: 'reported' })
  await at(account, 6).cases.move({ reviewId, step: 'appealed' })
  await expect(api.cases.move({ reviewId, step: 'appealed' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await at(account, 12).cases.move({ reviewId, step: 'kept' })
  await expect(api.cases.open({ reviewId, rule: 'spam' })).rejects.toMatchObject({ code: 'CONFLICT' })
  const { cases, outcomes, subject } = await at(account, 12).screens.cases({ reviewId })
  expect(cases).toMatchObject([
    { reviewId, state: 'kept', isAttack: false, reason: 'We were closed that day.' },
  ])
  expect(cases[0]?.report).toContain('Rule: Spam or fake')
  expect(cases[0]?.report).toContain('Why: We were closed that day.')
  expect(outcomes).toEqual([{ platform: 'google', rule: 'spam', reported: 1, removed: 0, days: null }])
  expect(subject).toBeNull()
  const { log } = await apiFor(account).screens.auditLog()
  expect(log.items.map(({ action }) => action).sort()).toEqual([
    'case_appealed',
    'case_closed',
    'case_opened',
    'case_reported',
  ])
})

test('a viewer sees the cases, but no review to report', async ({ account, business }) => {
  const [reviewId = ''] = await storeBad(business)
  const viewer = apiFor(account, { role: 'viewer' })
  expect(await viewer.screens.cases({ reviewId })).toMatchObject({ cases: [], subject: null, mayEdit: false })
  await at(account).cases.open({ reviewId, rule: 'spam' })
  expect((await viewer.screens.cases({})).cases).toMatchObject([{ reviewId, state: 'open' }])
})

test("a case needs a rule of the review's platform and a review that is still shown", async ({
  account,
  business,
}) => {
  const [reviewId = ''] = await storeBad(business)
  const api = at(account)
  for (const rule of ['blackmail', 'toString', '__proto__', ''])
    await expect(api.cases.open({ reviewId, rule })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await env.DB.prepare('UPDATE reviews SET removed_at = 1 WHERE id = ?').bind(reviewId).run()
  await expect(api.cases.open({ reviewId, rule: 'spam' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await api.screens.cases({ reviewId })).subject).toBeNull()
})

test('concurrent presses open one case and make one appeal', async ({ account, business }) => {
  const [reviewId = ''] = await storeBad(business)
  const api = at(account)
  const succeeded = async (call: () => Promise<unknown>) =>
    (await Promise.allSettled(Array.from({ length: 20 }, call))).filter(
      ({ status }) => status === 'fulfilled',
    )
  expect(await succeeded(() => api.cases.open({ reviewId, rule: 'spam' }))).toHaveLength(1)
  expect(await succeeded(() => api.cases.move({ reviewId, step: 'reported' }))).toHaveLength(1)
  expect(await succeeded(() => api.cases.move({ reviewId, step: 'appealed' }))).toHaveLength(1)
})

test('a dropped case can be opened again, and a member of another business has no cases', async ({
  account,
  business,
}) => {
  const [reviewId = ''] = await storeBad(business)
  const api = at(account)
  await api.cases.open({ reviewId, rule: 'spam' })
  await api.cases.move({ reviewId, step: 'dropped' })
  await api.cases.open({ reviewId, rule: 'conflict' })
  expect((await api.screens.cases()).cases).toMatchObject([{ state: 'open', rule: 'conflict' }])
  const other = await createBusiness(env.DB, account)
  const limited = apiFor(account, { role: 'member', businessIds: [other.id] })
  expect(await limited.screens.cases()).toMatchObject({ cases: [], outcomes: [] })
  await expect(limited.cases.move({ reviewId, step: 'reported' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a case reminds its owner once per step and is finally closed', async ({ account, business }) => {
  const [first = '', second = ''] = await storeBad(business, 2)
  const api = at(account)
  await api.cases.open({ reviewId: first, rule: 'spam' })
  await api.cases.open({ reviewId: second, rule: 'spam' })
  await api.cases.move({ reviewId: second, step: 'reported' })
  await tick(1)
  expect(await news(account)).toEqual([])
  await Promise.all([tick(5), tick(5)])
  expect((await news(account)).sort()).toEqual([
    'A review still waits for you to report it to Google.',
    'Google still shows a review that you reported. You can appeal once.',
  ])
  for (const days of [14, 20, 31, 40]) await tick(days)
  expect(await news(account)).toHaveLength(6)
  expect((await api.screens.cases()).cases.map(({ state }) => state).sort()).toEqual(['dropped', 'kept'])
  const due = env.DB.prepare(
    'SELECT count(*) AS count FROM review_cases WHERE organization_id = ? AND due_at IS NOT NULL',
  )
  expect(await due.bind(account.organizationId).first('count')).toBe(0)
})

test('a case can be appealed after its review has left the plan’s history', async ({ account, business }) => {
  const [reviewId = '', unreported = ''] = await storeBad(business, 2)
  const free = (days = 0) => apiFor(account, { plan: 'free', now: () => NOW + days * DAY_MS })
  await free().cases.open({ reviewId, rule: 'spam' })
  await free().cases.move({ reviewId, step: 'reported' })
  expect((await free().screens.cases({ reviewId })).cases).toMatchObject([{ isOlder: false }])
  await free(40).cases.move({ reviewId, step: 'appealed' })
  // The screen says so instead of linking to a review that isn't found.
  expect(await free(40).screens.cases({ reviewId })).toMatchObject({
    cases: [{ reviewId, state: 'appealed', isOlder: true, text: expect.any(String) }],
    subject: null,
    historyDays: 30,
  })
  await expect(free(40).reviews.get({ id: reviewId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await free(40).screens.cases({ reviewId: unreported })).toMatchObject({
    cases: [{ reviewId }],
    subject: null,
  })
})

test('a reminder of a deleted business leads to the list of the others', async ({ account, business }) => {
  const other = await createBusiness(env.DB, account)
  const [reviewId = ''] = await storeBad(business)
  const [shown = ''] = await storeBad(other)
  for (const id of [reviewId, shown]) await at(account).cases.open({ reviewId: id, rule: 'spam' })
  await apiFor(account).businesses.remove({ id: business.id })
  const { cases, subject } = await apiFor(account, { businessIds: [other.id] }).screens.cases({ reviewId })
  expect(cases.map((one) => one.reviewId)).toEqual([shown])
  expect(subject).toBeNull()
})

test('the case of a deleted business waits until it is brought back', async ({ account, business }) => {
  const [reviewId = ''] = await storeBad(business)
  await at(account).cases.open({ reviewId, rule: 'spam' })
  await apiFor(account).businesses.remove({ id: business.id })
  for (const days of [5, 10]) await tick(days)
  expect(await news(account)).toEqual([])
  await apiFor(account).businesses.bringBack({ id: business.id })
  await tick(11)
  expect(await news(account)).toEqual(['A review still waits for you to report it to Google.'])
})

test('a case is closed and counted when a collection finds its review gone', async ({ pipeline }) => {
  const business = await pipeline.addListing('fading', 'google')
  await pipeline.collect(business)
  const api = apiFor(pipeline.account, { now: () => pipeline.clock.now })
  const { items } = await api.reviews.list({ businessId: business.id, limit: 100 })
  const [shownId = '', goneId = '', otherId = ''] = items.map(({ id }) => id)
  const platformIds = await env.DB.prepare(
    'SELECT id, platform_review_id AS name FROM reviews WHERE business_id = ?',
  )
    .bind(business.id)
    .all<{ id: number; name: string }>()
  const nameOf = (id: string) => platformIds.results.find((row) => String(row.id) === id)?.name
  for (const reviewId of [shownId, goneId, otherId]) {
    await api.cases.open({ reviewId, rule: 'spam' })
    if (reviewId !== otherId) await api.cases.move({ reviewId, step: 'reported' })
  }
  pipeline.clock.now += 6 * DAY_MS
  const list = (await upstream.reviews('google', 'fading')).map(({ reviewId }) => reviewId)
  await takeDown('google', ...[goneId, otherId].map((id) => list.indexOf(nameOf(id) ?? '')))
  await nextRun(pipeline, business)
  expect((await api.screens.cases()).cases.every(({ closedAt }) => closedAt === null)).toBe(true)
  await nextRun(pipeline, business, { after: HOUR_MS })
  const { cases, outcomes } = await api.screens.cases()
  expect(Object.fromEntries(cases.map(({ reviewId, state }) => [reviewId, state]))).toEqual({
    [shownId]: 'reported',
    [goneId]: 'removed',
    [otherId]: 'removed',
  })
  // The case that nobody reported does not count.
  expect(outcomes).toEqual([{ platform: 'google', rule: 'spam', reported: 1, removed: 1, days: 6 }])
  expect(await news(pipeline.account)).toEqual(['A review that you wanted removed is no longer shown.'])
})
