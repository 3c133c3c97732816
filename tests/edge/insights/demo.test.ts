import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { storyReviews } from '#scripts/local/demo/story.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { storeReviews } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { factBehind } from '#worker/rules/insight-links.ts'
import { factCount } from '#worker/rules/insight-texts.ts'
import { test } from './diner.ts'

/** The first and the last day of a month, and one in the middle: what is compared goes by calendar months. */
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
    await diner.read()
    const api = apiFor(diner.account, { plan: 'ai_insights', now: () => now })
    const shown = await api.insights.overview()
    const { praise, blame, trends, topics, mismatches, facts, alarms, forecast, goals, ...others } = shown
    if (!trends.known || !alarms.known || !forecast.known) throw new Error('there is enough to tell')
    expect(facts.length).toBe(5)
    expect(topics.length).toBeGreaterThanOrEqual(6)
    expect(praise.map(({ term }) => term)).toContain('friendly')
    expect(blame.map(({ term }) => term)).toContain('waited')
    expect(trends.trends.map(({ term }) => term)).toEqual(expect.arrayContaining(['oyster', 'waited']))
    expect(alarms.alarms.map(({ kind, topic }) => topic ?? kind)).toEqual(
      expect.arrayContaining(['many_reviews', 'waiting']),
    )
    expect(mismatches.complaint_inside).toBeGreaterThan(0)
    expect(mismatches.praise_inside).toBeGreaterThan(0)
    expect(others.otherLanguages).toBeGreaterThan(0)
    expect(forecast.backtest.length).toBeGreaterThanOrEqual(6)
    expect(goals.length).toBeGreaterThan(0)
    expect(others.volume.known).toBe(true)
    for (const fact of facts)
      expect([fact, await diner.countAt(factBehind(shown, fact), now)]).toEqual([fact, factCount(fact)])
  },
)

test('the demo restaurant says nearly everything in words of its own', () => {
  const texts = storyReviews(Date.now()).flatMap(({ text }) => text || [])
  expect(texts.length).toBeGreaterThan(500)
  expect(new Set(texts).size / texts.length).toBeGreaterThan(0.85)
})
