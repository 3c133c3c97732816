import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { QUIETER, quieterReviews, storyReviews } from '#scripts/local/demo/story.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { storeReviews } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { storeDueFindings } from '#worker/insights/findings/store-findings.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import { listOf } from '#worker/rules/findings.ts'
import { test } from './diner.ts'

/** First, last and middle day of a month, because comparisons use calendar months. */
const DAYS = ['2026-03-01T06:00:00Z', '2026-08-31T20:00:00Z', '2026-05-16T12:00:00Z']

test.for(DAYS.slice(0, volume(1, DAYS.length)))(
  'the demo restaurant has something to show everywhere on %s',
  async (day, { diner }) => {
    const now = Date.parse(day)
    const reviews = storyReviews(now).map((review) => ({
      ...review,
      business: diner.business,
      scrapedAt: review.reviewDate,
    }))
    await storeReviews(env.DB, reviews)
    diner.now = now
    await diner.read()
    const api = apiFor(diner.account, { plan: 'ai_insights', now: () => now })
    const shown = await api.insights.overview()
    const { praise, blame, topics, findings, forecast, goals, ...others } = shown
    if (!forecast.known) throw new Error('there is enough to tell')
    expect(findings.slice(0, 2).map(({ kind, topic, phrase }) => topic ?? phrase ?? kind)).toEqual([
      'waiting',
      'oyster supper',
    ])
    expect(findings[0]?.kind).toBe('rating_fell')
    expect(topics.length).toBeGreaterThanOrEqual(6)
    expect(praise.map(({ term }) => term)).toContain('friendly')
    expect(blame.map(({ term }) => term)).toContain('waited')
    expect(others.complaintsInside).toBeGreaterThan(0)
    expect(others.otherLanguages).toBeGreaterThan(0)
    expect(forecast.backtest.length).toBeGreaterThanOrEqual(6)
    expect(goals.length).toBeGreaterThan(0)
    expect(others.volume.known).toBe(true)
    for (const { sentence, n, reviews } of findings)
      expect([sentence, await diner.countAt(listOf(reviews), now)]).toEqual([sentence, n])
  },
)

test("the demo's loud restaurant learns first that its acoustic panels worked", async ({ diner }) => {
  const now = Date.parse('2026-08-31T20:00:00Z')
  const { name, topic, daysAgo } = QUIETER
  const { business } = diner
  diner.now = now
  await storeReviews(
    env.DB,
    quieterReviews(now).map((review) => ({ ...review, business, scrapedAt: review.reviewDate })),
  )
  await diner.read()
  const api = apiFor(diner.account, { plan: 'ai_insights', now: () => now })
  const day = utcDay(now - daysAgo * DAY_MS)
  await api.actions.mark({ name, topic, day, businessId: business.id })
  await storeDueFindings(diner.ctx)
  const [first] = await api.insights.findings()
  expect(first).toMatchObject({ kind: 'action_worked', topic, from: day })
  expect(await diner.countAt(listOf(first?.reviews ?? {}), now)).toBe(first?.n)
})

test('the demo restaurant rarely repeats a text', () => {
  const texts = storyReviews(Date.now()).flatMap(({ text }) => text || [])
  expect(texts.length).toBeGreaterThan(500)
  expect(new Set(texts).size / texts.length).toBeGreaterThan(0.85)
})
