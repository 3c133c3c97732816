import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import type { InsightsView } from '#worker/rules/insights.ts'

/** An invented restaurant, for plans without the feature. */
export function sampleView(now: number): InsightsView {
  const date = new Date(now)
  const month = (back: number) =>
    utcDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back)).slice(0, 7)
  const today = utcDay(now)
  const from = utcDay(now - 29 * DAY_MS)
  const reviews = { businessId: 'harbor', from, to: today }
  const finding = {
    businessId: 'harbor',
    from,
    to: today,
    isGood: false,
    effect: 0.3,
    score: 0.3,
    method: '',
  } as const
  return {
    businesses: [{ id: 'harbor', name: 'Harbor Street' }],
    businessId: 'harbor',
    asksKind: false,
    period: { from: utcDay(now - 364 * DAY_MS), to: today },
    wordDays: { from: `${month(11)}-01`, to: today },
    isReading: false,
    reviews: 604,
    average: 4.3,
    otherLanguages: 12,
    findings: [
      {
        ...finding,
        kind: 'rating_fell',
        sentence: 'Your rating fell from 4.3 to 3.9 in 30 days: 9 guests complained about waiting.',
        n: 9,
        reviews: { ...reviews, topic: 'waiting', opinion: 'negative' },
        button: 'Read the 9',
      },
      {
        ...finding,
        kind: 'new_theme',
        sentence: '“Terrace” is new: 24 guests mention it in 30 days, nearly all of them happy.',
        n: 24,
        reviews: { ...reviews, term: 'terrace' },
        button: 'Read the 24',
        isGood: true,
      },
    ],
    topics: [
      { topic: 'waiting', praise: 17, complaints: 58, without: 4.51 },
      { topic: 'staff', praise: 201, complaints: 31, without: 4.37 },
      { topic: 'food', praise: 288, complaints: 22, without: 4.36 },
      { topic: 'price', praise: 41, complaints: 24, without: 4.33 },
    ],
    praise: [
      { term: 'delicious', all: 121, positive: 118, negative: 1 },
      { term: 'friendly staff', all: 84, positive: 83, negative: 0 },
      { term: 'terrace', all: 45, positive: 42, negative: 1 },
    ],
    blame: [
      { term: 'cold', all: 26, positive: 3, negative: 21 },
      { term: 'waited', all: 31, positive: 6, negative: 22 },
      { term: 'rude', all: 12, positive: 1, negative: 11 },
    ],
    forecast: {
      known: true,
      mean: 4.3,
      band80: { low: 4.15, high: 4.45 },
      band95: { low: 4.06, high: 4.53 },
      count: 52,
      isWidened: false,
      backtest: [4.3, 4.4, 4.35, 4.25, 4.4, 4.05, 4.3, 4.35].map((actual, index) => ({
        month: month(8 - index),
        mean: 4.33,
        band80: { low: 4.16, high: 4.49 },
        actual,
        count: 48 + index,
        isInside: actual > 4.16,
      })),
    },
    volume: { known: true, median: 52, band80: { low: 41, high: 64 } },
    goals: [
      { platform: 'google', shown: 4.3, count: 612, target: 4.4, fiveStars: 47, atPresentRate: null },
      { platform: 'yelp', shown: 4.1, count: 118, target: 4.2, fiveStars: 9, atPresentRate: 44 },
    ],
    complaintsInside: 11,
    actions: [],
    alarmLevel: 'important',
    suspicions: [],
    failed: false,
  }
}
