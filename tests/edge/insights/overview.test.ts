import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createBusiness } from '#tests/factories.ts'
import { alarmBehind, factBehind, reviewsBehind } from '#worker/rules/insight-links.ts'
import type { InsightsView } from '#worker/rules/insights.ts'
import { ANY_TEXT } from '#worker/rules/review-features.ts'
import { type Diner, test } from './diner.ts'

/** Two years would do as well: every month ten reviews praise the food and two blame the waiting; lately the staff is blamed. */
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

test('every figure, followed, leads to exactly the reviews it counts', async ({ diner }) => {
  await fill(diner)
  const shown = await view(diner)
  const links: [string, number, string][] = []
  for (const fact of shown.facts) {
    const part =
      fact.kind === 'alarm' ? fact.alarm.part : fact.kind === 'trend' ? fact.recent.part : fact.part
    links.push([`fact ${fact.kind}`, part, factBehind(shown, fact)])
  }
  if (!shown.alarms.known || !shown.trends.known) throw new Error('there is enough to tell')
  for (const alarm of shown.alarms.alarms) links.push([alarm.kind, alarm.part, alarmBehind(shown, alarm)])
  for (const { topic, positive, neutral, negative } of shown.topics) {
    for (const [opinion, count] of Object.entries({ positive, neutral, negative }))
      links.push([`${topic} ${opinion}`, count, reviewsBehind(shown, shown.period, { topic, opinion })])
  }
  for (const { term, all } of [...shown.praise, ...shown.blame])
    links.push([term, all, reviewsBehind(shown, shown.period, { term })])
  for (const { term, recent, base } of shown.trends.trends) {
    links.push([`${term} lately`, recent.part, reviewsBehind(shown, shown.recent, { term })])
    links.push([`${term} before`, base.part, reviewsBehind(shown, shown.base, { term })])
    links.push(['of these', recent.all, reviewsBehind(shown, shown.recent, { term: ANY_TEXT })])
  }
  for (const [mismatch, count] of Object.entries(shown.mismatches))
    links.push([mismatch, count, reviewsBehind(shown, shown.period, { mismatch })])
  expect(links.length).toBeGreaterThan(15)
  for (const [name, count, address] of links)
    expect([name, await diner.countAt(address)]).toEqual([name, count])
})

test('what happened is found: the staff is blamed lately, the food is praised', async ({ diner }) => {
  await fill(diner)
  const { facts, alarms, praise, mismatches, otherLanguages, texts, forecast } = await view(diner)
  expect(alarms).toMatchObject({ known: true })
  expect(facts.map((fact) => (fact.kind === 'alarm' ? fact.alarm.kind : fact.kind))).toContain(
    'topic_turned_bad',
  )
  expect(praise.map(({ term }) => term).join(' ')).toMatch(/delicious|food/)
  expect(mismatches.complaint_inside).toBe(3)
  expect({ texts, otherLanguages }).toEqual({ texts: 192, otherLanguages: 1 })
  expect(forecast.known).toBe(true)
})

test('no number without its interval, however few reviews there are', async ({ diner }) => {
  for (let reviews = 0; reviews <= 2; reviews++) {
    const { forecast, alarms, trends, topics, facts, goals } = await view(diner)
    for (const finding of [forecast, alarms, trends]) expect(finding).toMatchObject({ known: false })
    for (const { weight, praised } of topics) {
      expect(weight.known).toBe(false)
      if (praised) expect(praised.low).toBeLessThan(praised.high)
    }
    expect([facts, goals]).toEqual([[], []])
    await diner.store({ text: 'The food was delicious.', rating: 5 })
    await diner.read()
  }
})

test('of several businesses one is shown, and none of another organization', async ({ diner, tenant }) => {
  await createBusiness(env.DB, diner.account, { name: 'Aardvark Inn' })
  const api = apiFor(diner.account, { plan: 'ai_insights' })
  const first = await api.insights.overview()
  expect(first.businesses?.map(({ name }) => name)).toEqual(['Aardvark Inn', 'Corner Shop'])
  expect(first.businessId).toBe(first.businesses?.[0]?.id)
  await expect(api.insights.overview({ businessId: tenant.businessId })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
