import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createBusiness } from '#tests/factories.ts'
import { listOf } from '#worker/rules/findings.ts'
import { reviewsBehind } from '#worker/rules/insight-links.ts'
import type { InsightsView } from '#worker/rules/insights.ts'
import { OTHER_LANGUAGE } from '#worker/rules/review-features.ts'
import { type Diner, test } from './diner.ts'

/**
 * Half a year of daily reviews: a sixth blames the waiting, the others praise the food; lately the staff is
 * blamed.
 */
async function fill(diner: Diner): Promise<void> {
  const lately = Array.from({ length: 8 }, (_, index) => ({
    text: 'The staff was rude and the waiter ignored us, a terrible evening.',
    rating: 1,
    daysAgo: index,
  }))
  const before = Array.from({ length: 180 }, (_, index) => ({
    text:
      index % 6 === 0
        ? 'We waited forever for a table, such a slow kitchen.'
        : 'The food was delicious and the staff friendly, a wonderful place.',
    rating: index % 6 === 0 ? 2 : 5,
    daysAgo: 15 + index,
  }))
  const odd = Array.from({ length: 3 }, (_, index) => ({
    text: 'Terrible, disgusting and awful food, rude staff, horrible dirty place, worst dinner ever, never again.',
    rating: 5,
    daysAgo: 100 + index,
  }))
  await diner.store(...lately, ...before, ...odd, {
    text: 'とても美味しい料理でした',
    rating: 5,
    daysAgo: 30,
  })
  await diner.read()
}

function view(diner: Diner): Promise<InsightsView> {
  return apiFor(diner.account, { plan: 'ai_insights' }).insights.overview()
}

test('every figure links to exactly the reviews it counts', async ({ diner }) => {
  await fill(diner)
  const shown = await view(diner)
  const links: [string, number, string][] = []
  for (const { sentence, n, reviews } of shown.findings) links.push([sentence, n, listOf(reviews)])
  for (const { topic, praise, complaints } of shown.topics) {
    for (const [opinion, count] of Object.entries({ positive: praise, negative: complaints }))
      links.push([`${topic} ${opinion}`, count, reviewsBehind(shown, shown.period, { topic, opinion })])
  }
  for (const { term, all } of [...shown.praise, ...shown.blame])
    links.push([term, all, reviewsBehind(shown, shown.wordDays, { term })])
  const inside = reviewsBehind(shown, shown.wordDays, { mismatch: 'complaint_inside' })
  links.push(['complaints inside', shown.complaintsInside, inside])
  const others = reviewsBehind(shown, shown.wordDays, { term: OTHER_LANGUAGE })
  links.push(['other languages', shown.otherLanguages, others])
  expect(links.length).toBeGreaterThan(10)
  for (const [name, count, address] of links)
    expect([name, await diner.countAt(address)]).toEqual([name, count])
})

test('recent complaints about the staff and praise for the food are found', async ({ diner }) => {
  await fill(diner)
  const { findings, topics, praise, complaintsInside, otherLanguages, average, forecast } = await view(diner)
  // All of them wrote the same, so the finding names what they wrote.
  expect(findings[0]).toMatchObject({ kind: 'new_theme', n: 8, isGood: false })
  expect(praise.map(({ term }) => term).join(' ')).toMatch(/delicious|food/)
  expect({ complaintsInside, otherLanguages }).toEqual({ complaintsInside: 3, otherLanguages: 1 })
  const waiting = topics.find(({ topic }) => topic === 'waiting')
  expect(waiting?.without).toBeGreaterThan(average ?? 5)
  expect(forecast.known).toBe(true)
})

test('few reviews give no forecast, topics or goals', async ({ diner }) => {
  for (let reviews = 0; reviews <= 2; reviews++) {
    const { forecast, topics, findings, goals } = await view(diner)
    expect(forecast).toMatchObject({ known: false })
    expect(findings.map(({ kind }) => kind)).toEqual(reviews === 0 ? [] : ['nothing_unusual'])
    expect([topics, goals]).toEqual([[], []])
    await diner.store({ text: 'The food was delicious.', rating: 5 })
    await diner.read()
  }
})

test('one of several businesses is shown, and those of others are not found', async ({ diner, tenant }) => {
  await createBusiness(env.DB, diner.account, { name: 'Aardvark Inn' })
  const api = apiFor(diner.account, { plan: 'ai_insights' })
  const first = await api.insights.overview()
  expect(first.businesses?.map(({ name }) => name)).toEqual(['Aardvark Inn', 'Corner Shop'])
  expect(first.businessId).toBe(first.businesses?.[0]?.id)
  await expect(api.insights.overview({ businessId: tenant.businessId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('a fall in the last 30 days shows in the forecast', async ({ diner }) => {
  const rated = (daysAgo: number) => ({
    text: '',
    rating: daysAgo < 30 ? 2 : 5 - (daysAgo % 4 === 0 ? 1 : 0),
    daysAgo,
  })
  await diner.store(...Array.from({ length: 240 }, (_, daysAgo) => rated(daysAgo)))
  await diner.read()
  const { forecast, findings } = await view(diner)
  expect(findings[0]?.kind).toBe('rating_fell')
  if (!forecast.known) throw new Error('Enough is known.')
  // 4.8 before, 2.0 since.
  expect(forecast.mean).toBeLessThan(3.9)
  expect(forecast.band80.high).toBeLessThan(4.5)
})
