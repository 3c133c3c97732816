import { axisTo, scaleOf } from '#app/features/charts/scales.server.ts'
import { PLOT } from '#app/features/charts/series.ts'
import {
  bandsOf,
  barOf,
  chartsWithFindings,
  round,
  stackedBars,
  ticksOf,
} from '#app/features/charts/time-charts.server.ts'
import type { formatFor } from '#app/lib/format.ts'
import {
  ANSWER_HOURS,
  type AnalyticsView,
  type LocationStanding,
  type WaitingTimes,
} from '#worker/rules/analytics.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import type { Chosen } from './address.ts'

const STARS = [5, 4, 3, 2, 1] as const

export function analyticsData(view: AnalyticsView, format: ReturnType<typeof formatFor>) {
  const { businesses, now, daily, months, locations, waiting, ...shown } = view
  return {
    ...shown,
    /** True if the account has no business; false if its businesses couldn't be read. */
    isNew: businesses?.length === 0,
    businesses: businesses ?? [],
    ...chartsWithFindings(
      { ...shown, daily, stats: { lastUpdated: new Date(now).toISOString() }, historyDays: view.periodDays },
      format,
    ),
    stars: { months, ...stackedBars(months, STARS, ({ stars }, star) => stars[star - 1] ?? 0) },
    locations: locationChart(locations),
    waiting: {
      ...waiting,
      ...waitingChart(waiting),
    },
  }
}

export type Shown = ReturnType<typeof analyticsData> & { chosen: Chosen }
export type LocationRow = Shown['locations']['rows'][number]

/** Positions of each location's whiskers, in percent of the axis. */
function locationChart(locations: readonly LocationStanding[]) {
  const ranked = locations.filter(({ rank }) => rank !== null)
  const lowest = Math.min(4, ...ranked.map(({ low }) => Math.floor(low)))
  const x = scaleOf([lowest, 5], [0, 100])
  return {
    lowest,
    ticks: Array.from({ length: 6 - lowest }, (_, index) => lowest + index).map((value) => ({
      value,
      left: round(x(value)),
    })),
    rows: locations.map((location) => ({
      ...location,
      whiskers:
        location.rank === null
          ? null
          : {
              low: round(x(location.low)),
              mean: round(x(location.average ?? location.expected)),
              high: round(x(location.high)),
            },
    })),
  }
}

function waitingChart({ steps }: WaitingTimes) {
  const shares = steps.map(({ hours, answered }, index) => ({
    hours: hours as number | null,
    share: answered - (steps[index - 1]?.answered ?? 0),
    answered: answered as number | null,
  }))
  const last = steps.at(-1)
  if (last) shares.push({ hours: null, share: 1 - last.answered, answered: null })
  const highest = Math.max(0.2, ...shares.map(({ share }) => share))
  const { end, ticks } = axisTo(highest * 100, 4)
  const y = scaleOf([0, end], [PLOT.height, 0])
  const bands = bandsOf(shares.length, 0.2)
  const width = round(bands.width)
  const paths = shares.map(({ share }, index) =>
    share > 0 ? barOf({ left: round(bands.left(index)), width, from: y(0), to: y(share * 100) }) : '',
  )
  return {
    shares,
    answeredBars: paths.slice(0, -1).join(''),
    openBar: paths.at(-1) ?? '',
    ticks: ticksOf(ticks, y),
  }
}

const DAYS = 30

const ANSWERED = [0.31, 0.63, 0.78, 0.91, 0.95]

/** Three invented locations, for plans without Analytics. */
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
    inTime: { hours: 24, answered: 112, count: 131, overdue: 3 },
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
