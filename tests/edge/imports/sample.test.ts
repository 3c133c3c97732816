import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { CHOICE } from '#tests/edge/alerts/support.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import { sendAlerts } from '#worker/alerts/send-alerts.ts'
import { sendDigests } from '#worker/alerts/send-digests.ts'
import { createApi } from '#worker/api/router.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

test('sample reviews are marked, use no quota and are deleted with their business', async () => {
  const account = await createAccount(env.DB, { plan: 'free' })
  const api = apiFor(account, { plan: 'free' })
  const { businessId } = await api.businesses.addSample()
  const dashboard = await api.screens.dashboard({})
  expect(dashboard).toMatchObject({ sampleId: businessId, stats: { totalReviews: 12 } })
  for (const review of [...dashboard.waiting, ...dashboard.recent]) {
    expect(review.reviewerName).toMatch(/ \(sample\)$/)
  }
  expect((await api.screens.businesses({})).count).toBe(0)
  expect(await api.imports.options({ businessId })).toMatchObject({ quota: { limit: 50, left: 50 } })
  await api.businesses.remove({ id: businessId })
  expect(await api.screens.dashboard({})).toMatchObject({ sampleId: null, stats: { totalReviews: 0 } })
})

test('a real business replaces the samples', async () => {
  const account = await createAccount(env.DB, { plan: 'free' })
  const api = apiFor(account, { plan: 'free' })
  await api.businesses.addSample()
  await api.businesses.create({ name: 'Own' })
  const { items } = await api.screens.businesses({})
  expect(items.map(({ name, isSample }) => [name, isSample])).toEqual([['Own', false]])
  expect((await api.screens.dashboard({})).stats.totalReviews).toBe(0)
})

test('a business that is brought back takes the place of the samples', async () => {
  const account = await createAccount(env.DB, { plan: 'pro' })
  const api = apiFor(account, { plan: 'pro' })
  const own = await api.businesses.create({ name: 'Own' })
  await api.businesses.remove({ id: own.id })
  const { businessId } = await api.businesses.addSample()
  await expect(api.businesses.bringBack({ id: businessId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await api.screens.dashboard({})).sampleId).toBe(businessId)
  await api.businesses.bringBack({ id: own.id })
  const { items } = await api.screens.businesses({})
  expect(items.map(({ name }) => name)).toEqual(['Own'])
  expect((await api.screens.dashboard({})).stats.totalReviews).toBe(0)
})

test('samples cannot be added twice or beside a business', async () => {
  const account = await createAccount(env.DB, { plan: 'pro' })
  const api = apiFor(account, { plan: 'pro' })
  await api.businesses.addSample()
  await expect(api.businesses.addSample()).rejects.toMatchObject({ code: 'CONFLICT' })
  const other = await createAccount(env.DB, { plan: 'pro' })
  await createBusiness(env.DB, other)
  await expect(apiFor(other, { plan: 'pro' }).businesses.addSample()).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('sample reviews are neither emailed nor exported', async () => {
  const clock = { now: Date.UTC(2026, 5, 15, 12) }
  const account = await createAccount(env.DB, { plan: 'pro', now: clock.now })
  const ctx = contextFor(account, { plan: 'pro', now: () => clock.now })
  const api = createApi(ctx)
  await api.alerts.save({ ...CHOICE, alertStars: 5, digest: 'daily' })
  await api.businesses.addSample()
  for (let day = 0; day < 3; day++) {
    clock.now += DAY_MS
    await sendAlerts(ctx)
    await sendDigests(ctx)
  }
  expect(await mailsTo(account.email)).toEqual([])
  const headers = { cookie: await signedIn(account) }
  const csv = await (await ask('/export/reviews.csv', { headers })).text()
  expect(csv.trim().split('\n')).toHaveLength(1)
})
