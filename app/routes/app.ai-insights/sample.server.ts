import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import type { InsightsView, TopicInsight } from '#worker/rules/insights.ts'

const NO_WEIGHT = { known: false, needed: 3 } as const

/** What AI Insights looks like with an invented restaurant, for those whose plan does not have it. */
export function sampleView(now: number): InsightsView {
  const date = new Date(now)
  const month = (back: number) =>
    utcDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back)).slice(0, 7)
  const today = utcDay(now)
  const months = Array.from({ length: 12 }, (_, index) => month(11 - index))
  const waiting = { weight: -0.21, low: -0.29, high: -0.13, part: 58, all: 604 }
  const alarm = {
    kind: 'topic_turned_bad',
    topic: 'waiting',
    part: 9,
    all: 14,
    expected: 4.1,
    chance: 0.003,
  } as const
  const trend = {
    term: 'terrace',
    recent: { part: 24, all: 118, low: 0.14, high: 0.28 },
    base: { part: 21, all: 302, low: 0.05, high: 0.1 },
    p: 0.0002,
  }
  return {
    businesses: [{ id: 'harbor', name: 'Harbor Street' }],
    businessId: 'harbor',
    period: { from: `${month(11)}-01`, to: today },
    isReading: false,
    reviews: 604,
    average: 4.3,
    texts: 571,
    otherLanguages: 12,
    facts: [
      { kind: 'alarm', alarm },
      { kind: 'trend', ...trend },
      { kind: 'praised', topic: 'food', share: 0.93, low: 0.9, high: 0.95, part: 288, all: 310 },
      { kind: 'mismatch', mismatch: 'complaint_inside', part: 11, all: 571 },
    ],
    topics: [
      topic('food', [288, 14, 22], months, NO_WEIGHT),
      topic('staff', [201, 9, 31], months, NO_WEIGHT),
      topic('waiting', [17, 6, 58], months, { known: true, ...waiting }),
      topic('price', [41, 12, 24], months, NO_WEIGHT),
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
    trends: { known: true, trends: [trend], tested: 96 },
    recent: { from: `${month(1)}-01`, to: today },
    base: { from: `${month(7)}-01`, to: utcDay(Date.parse(`${month(1)}-01`) - DAY_MS) },
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
      { target: 4.4, fiveStars: 47, atPresentRate: null },
      { target: 4.5, fiveStars: 165, atPresentRate: null },
    ],
    mismatches: { complaint_inside: 11, praise_inside: 2 },
    alarms: { known: true, alarms: [alarm] },
    alarmDays: { from: utcDay(now - 13 * DAY_MS), to: today },
    alarmLevel: 'all',
    suspicions: [],
    failed: false,
  }
}

/** An invented topic, its mentions spread over the months. */
function topic(
  name: TopicInsight['topic'],
  [positive, neutral, negative]: [number, number, number],
  months: readonly string[],
  weight: TopicInsight['weight'],
): TopicInsight {
  const share = positive / (positive + negative)
  const half = 1 / Math.sqrt(positive + negative)
  const part = (all: number, index: number) =>
    Math.floor((all * (1 + ((index * 7) % 5))) / (3 * months.length))
  return {
    topic: name,
    positive,
    neutral,
    negative,
    praised: { share, low: Math.max(0, share - half), high: Math.min(1, share + half) },
    months: months.map((month, index) => ({
      month,
      positive: part(positive, index),
      neutral: part(neutral, index),
      negative: part(negative, index + 2),
    })),
    weight,
  }
}
