import { ANSWER_HOURS, type AnalyticsView, type LocationStanding } from '#worker/rules/analytics.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'

const DAYS = 30

const ANSWERED = [0.31, 0.63, 0.78, 0.91, 0.95]

/** Sample of Analytics with three invented locations, for plans without it. */
export function sampleView(now: number): AnalyticsView {
  const today = utcDay(now)
  const dayBack = (days: number) => utcDay(now - days * DAY_MS)
  return {
    businesses: [
      { id: 'harbor', name: 'Harbor Street' },
      { id: 'market', name: 'Market Square' },
      { id: 'station', name: 'Station Road' },
    ],
    historyDays: 90,
    periods: [30, 90],
    periodDays: DAYS,
    period: { from: dayBack(DAYS - 1), to: today },
    former: { from: dayBack(2 * DAYS - 1), to: dayBack(DAYS) },
    trend: {
      reviews: { current: 131, previous: 117 },
      averageRating: { current: 4.4, previous: 4.3 },
      visible: { current: 115, previous: 93 },
      visibleRate: { current: 87.8, previous: 79.5 },
    },
    daily: Array.from({ length: DAYS }, (_, index) => sampleDay(dayBack(DAYS - 1 - index), index)),
    months: [2, 1, 0].map((back) => sampleMonth(now, back)),
    locations: [
      standing('harbor', 'Harbor Street', 58, [4.7, 4.6, 4.44, 4.76], 1),
      standing('market', 'Market Square', 45, [4.4, 4.37, 4.15, 4.59], 1),
      standing('station', 'Station Road', 28, [3.9, 4.0, 3.66, 4.34], 3),
    ],
    verdict: { kind: 'better', best: 'Harbor Street', worst: 'Station Road', compared: 3 },
    platforms: [
      { platform: 'google', count: 92, average: 4.5, before: { count: 80, average: 4.4 } },
      { platform: 'yelp', count: 27, average: 4.1, before: { count: 25, average: 4.1 } },
      { platform: 'tripadvisor', count: 12, average: 4.6, before: { count: 12, average: 4.4 } },
    ],
    waiting: {
      count: 131,
      answered: 115,
      open: 16,
      hidden: 0,
      undated: 0,
      needed: 0,
      steps: ANSWER_HOURS.map((hours, index) => ({ hours, answered: ANSWERED[index] ?? 1 })),
      medianHours: 24,
      mostHours: 168,
      withinTarget: 0.78,
    },
    waitingBefore: null,
    actions: [{ id: 'staff', day: dayBack(16), name: 'More staff on Fridays' }],
    now,
    failed: false,
  }
}

function sampleDay(day: string, index: number): AnalyticsView['daily'][number] {
  const [positive, neutral, negative] = [
    2 + ((index * 7) % 4) + Number(index % 2 === 0),
    Number(index % 5 === 0),
    Number(index % 6 === 3),
  ]
  const count = positive + neutral + negative
  return {
    day,
    count,
    averageRating: (4.7 * positive + 3 * neutral + 1.5 * negative) / count,
    positive,
    neutral,
    negative,
  }
}

function sampleMonth(now: number, back: number): AnalyticsView['months'][number] {
  const date = new Date(now)
  const month = (after: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back + after)
  const to = back === 0 ? utcDay(now) : utcDay(month(1) - DAY_MS)
  const counts = [
    [7, 6, 11, 28, 64],
    [6, 5, 12, 27, 70],
    [4, 5, 9, 30, 83],
  ]
  return { from: utcDay(month(0)), to, stars: counts[2 - back] ?? [] }
}

function standing(
  id: string,
  name: string,
  count: number,
  [average, expected, low, high]: [number, number, number, number],
  rank: number,
): LocationStanding {
  return { id, name, count, average, expected, low, high, rank, needed: 0 }
}
