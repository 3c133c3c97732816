import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { arrive, goMissing, listed } from '#tests/edge/support/collected.ts'
import { changePlan, eraseBusiness } from '#tests/factories.ts'
import { readPage } from '#worker/insights/reading/read-page.ts'
import { METHOD } from '#worker/insights/reading/read-review.ts'
import { askForReadings } from '#worker/insights/reading/readings.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { test } from './diner.ts'

const RUDE = 'The waiter was rude and the soup was cold.'
const LOVELY = 'Delicious soup and lovely friendly staff.'

test('the content of a new review is counted and found in the inbox', async ({ diner }) => {
  await diner.read()
  await diner.store({ text: RUDE, rating: 1 }, { text: LOVELY, rating: 5 }, { text: '', rating: 4 })
  await diner.read()

  expect(await diner.topics()).toMatchObject({ food: [1, 1], staff: [1, 1] })
  expect(await diner.terms()).toMatchObject({ '*': 2, soup: 2, cold: 1 })
  expect(await diner.list({ topic: 'food', opinion: 'negative' })).toEqual([RUDE])
  expect(await diner.list({ topic: 'food' })).toEqual([LOVELY, RUDE])
  expect(await diner.list({ term: 'lovely' })).toEqual([LOVELY])
  expect(await diner.list({ term: 'soup', sentiment: 'negative' })).toEqual([RUDE])
})

test('reviews stored before the plan started are read page by page', async ({ diner }) => {
  await diner.store(
    ...Array.from({ length: 230 }, (_, index) => ({ text: LOVELY, rating: 5, daysAgo: index % 40 })),
  )
  expect(await diner.read(1)).toBe(1)
  expect((await diner.terms())['*']).toBe(100)
  expect(await diner.read()).toBeGreaterThan(1)
  expect((await diner.terms())['*']).toBe(230)
  diner.now += DAY_MS
  expect(await diner.read()).toBe(0)
})

test('a duplicate or lost message changes no count', async ({ diner }) => {
  await diner.store(...Array.from({ length: 150 }, () => ({ text: LOVELY, rating: 5 })))
  await askForReadings(diner.ctx)
  const { organizationId } = diner.account
  await Promise.all([readPage(diner.ctx, organizationId), readPage(diner.ctx, organizationId)])
  diner.messages = []
  diner.now += DAY_MS
  await diner.read()
  expect((await diner.terms())['*']).toBe(150)
})

test('an edited review counts with its current text', async ({ diner }) => {
  await diner.store({ text: RUDE, rating: 1 })
  await diner.read()
  await arrive(diner.business, await listed(diner.business, () => ({ reviewText: LOVELY, rating: 5 })))
  await diner.read()
  expect(await diner.topics()).toEqual({ food: [1, 0], staff: [1, 0] })
  expect(await diner.terms()).not.toHaveProperty('cold')
  expect(await diner.list({ topic: 'food', opinion: 'negative' })).toEqual([])
  expect(await diner.list({ term: 'soup' })).toEqual([LOVELY])
})

test('a review that is no longer shown, or deleted, is subtracted', async ({ diner }) => {
  await diner.store({ text: RUDE, rating: 1 }, { text: LOVELY, rating: 5 })
  await diner.read()
  await goMissing(diner.business, 'rating = 1')
  await diner.read()
  expect(await diner.topics()).toEqual({ food: [1, 0], staff: [1, 0] })
  expect(await diner.list({ term: 'soup' })).toEqual([LOVELY])
  await diner.run('DELETE FROM reviews WHERE business_id = ?', diner.business.id)
  expect(await diner.topics()).toEqual({})
  expect(await diner.terms()).toEqual({})
})

test('a deleted business leaves nothing behind', async ({ diner }) => {
  await diner.store({ text: RUDE, rating: 1 })
  await diner.read()
  await eraseBusiness(env.DB, diner.business)
  for (const table of ['review_features', 'insight_topic_days', 'insight_term_months', 'insight_terms']) {
    const row = await env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE business_id = ?`)
      .bind(diner.business.id)
      .first<{ count: number }>()
    expect(row?.count, table).toBe(0)
  }
})

test('a newer version of the method reads everything again and counts it once', async ({ diner }) => {
  await diner.store({ text: RUDE, rating: 1 }, { text: LOVELY, rating: 5 })
  await diner.read()
  const before = [await diner.topics(), await diner.terms()]
  await diner.run(
    'UPDATE insight_readings SET method = 0 WHERE organization_id = ?',
    diner.account.organizationId,
  )
  await diner.run('UPDATE review_features SET method = 0 WHERE business_id = ?', diner.business.id)
  expect(await diner.read()).toBeGreaterThan(0)
  expect([await diner.topics(), await diner.terms()]).toEqual(before)
  const row = await env.DB.prepare('SELECT min(method) AS method FROM review_features WHERE business_id = ?')
    .bind(diner.business.id)
    .first<{ method: number }>()
  expect(row?.method).toBe(METHOD)
})

test('screens stay the same while a newer version of the method reads everything page by page', async ({
  diner,
}) => {
  await diner.store(
    ...Array.from({ length: 230 }, (_, index) => ({
      text: index % 5 === 0 ? RUDE : LOVELY,
      rating: index % 5 === 0 ? 1 : 5,
      daysAgo: index,
    })),
  )
  await diner.read()
  const api = apiFor(diner.account, { plan: 'ai_insights' })
  const { isReading: _, ...before } = await api.insights.overview()
  await diner.run(
    'UPDATE insight_readings SET method = 0 WHERE organization_id = ?',
    diner.account.organizationId,
  )
  await askForReadings(diner.ctx)
  let pages = 0
  for (let message = diner.messages.shift(); message; message = diner.messages.shift()) {
    expect(await api.insights.overview()).toEqual({ ...before, isReading: true })
    expect(await diner.list({ term: 'rude' })).not.toEqual([])
    await readPage(diner.ctx, message.organizationId)
    pages += 1
  }
  expect(pages).toBeGreaterThanOrEqual(3)
  expect(await api.insights.overview()).toEqual({ ...before, isReading: false })
})

test('changing the industry changes the topics', async ({ diner }) => {
  await diner.store({ text: LOVELY, rating: 5 })
  await diner.read()
  await apiFor(diner.account).businesses.update({ id: diner.business.id, industry: 'Plumber' })
  await diner.read()
  expect(await diner.topics()).toEqual({ staff: [1, 0] })
})

test('nothing is read without AI Insights, and everything once the plan includes it', async ({ diner }) => {
  const change = (plan: string) => changePlan(env.DB, diner.account, plan)
  await change('pro')
  await diner.store({ text: RUDE, rating: 1 })
  expect(await diner.read()).toBe(0)
  await diner.store({ text: LOVELY, rating: 5 })
  await change('ai_insights')
  await diner.read()
  expect((await diner.terms())['*']).toBe(2)
})

test('a search term is never treated as search syntax', async ({ diner }) => {
  await diner.store({ text: LOVELY, rating: 5 })
  await diner.read()
  for (const term of ['") OR (keys : u*', 'soup* OR', '😀', "o'clock"]) {
    expect(await diner.list({ term })).toEqual([])
  }
})
