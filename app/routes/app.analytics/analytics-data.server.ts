import { scaleBand, scaleLinear } from 'd3-scale'
import { stack } from 'd3-shape'
import { PLOT } from '#app/features/charts/series.ts'
import { chartsOf } from '#app/features/charts/time-charts.server.ts'
import type { AnalyticsView, LocationStanding, MonthOfStars, WaitingTimes } from '#worker/rules/analytics.ts'
import type { Chosen } from './address.ts'

const STARS = [5, 4, 3, 2, 1] as const

/** What the screen shows of the view, charts ready to draw. */
export function analyticsData(view: AnalyticsView) {
  const { businesses, now, daily, months, locations, waiting, ...shown } = view
  return {
    ...shown,
    /** A read that failed is no account without a business. */
    isNew: businesses?.length === 0,
    businesses: businesses ?? [],
    ...chartsOf({ daily, stats: { lastUpdated: new Date(now).toISOString() }, historyDays: view.periodDays }),
    stars: starsChart(months),
    locations: locationChart(locations),
    waiting: {
      ...waiting,
      /** Those without a date included. */
      answered: waiting.count + waiting.undated - waiting.open,
      ...waitingChart(waiting),
    },
  }
}

/** What the charts of the screen show. */
export type Shown = ReturnType<typeof analyticsData> & { chosen: Chosen }
export type LocationRow = Shown['locations']['rows'][number]

function starsChart(months: readonly MonthOfStars[]) {
  const highest = Math.max(3, ...months.map(({ stars }) => stars.reduce((sum, count) => sum + count, 0)))
  const y = scaleLinear([0, highest], [PLOT.height, 0]).nice(3)
  const x = scaleBand([...months.keys()], [0, PLOT.width]).paddingInner(0.3)
  const width = round(x.bandwidth())
  const bars = { 5: '', 4: '', 3: '', 2: '', 1: '' }
  const layers = stack<MonthOfStars, (typeof STARS)[number]>()
    .keys(STARS)
    .value(({ stars }, star) => stars[star - 1] ?? 0)(months)
  for (const layer of layers) {
    for (const [index, [bottom, top]] of layer.entries()) {
      if (top > bottom) bars[layer.key] += bar(round(x(index) ?? 0), y(bottom), y(top), width)
    }
  }
  return { months, bars, ticks: ticksOf(y.ticks(3).filter(Number.isInteger), y) }
}

/** Where the whiskers of each location are, in percent of the axis. */
function locationChart(locations: readonly LocationStanding[]) {
  const ranked = locations.filter(({ rank }) => rank !== null)
  const lowest = Math.min(4, ...ranked.map(({ low }) => Math.floor(low)))
  const x = scaleLinear([lowest, 5], [0, 100])
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
          : { low: round(x(location.low)), mean: round(x(location.expected)), high: round(x(location.high)) },
    })),
  }
}

/** Which share was answered in each step, and in the end not at all. */
function waitingChart({ steps }: WaitingTimes) {
  const shares = steps.map(({ hours, answered }, index) => ({
    hours: hours as number | null,
    share: answered - (steps[index - 1]?.answered ?? 0),
    answered: answered as number | null,
  }))
  const last = steps.at(-1)
  if (last) shares.push({ hours: null, share: 1 - last.answered, answered: null })
  const highest = Math.max(0.2, ...shares.map(({ share }) => share))
  const y = scaleLinear([0, highest * 100], [PLOT.height, 0]).nice(4)
  const x = scaleBand([...shares.keys()], [0, PLOT.width]).paddingInner(0.2)
  const width = round(x.bandwidth())
  const paths = shares.map(({ share }, index) =>
    share > 0 ? bar(round(x(index) ?? 0), y(0), y(share * 100), width) : '',
  )
  return {
    shares,
    answeredBars: paths.slice(0, -1).join(''),
    openBar: paths.at(-1) ?? '',
    ticks: ticksOf(y.ticks(4), y),
  }
}

function bar(left: number, bottom: number, top: number, width: number): string {
  return `M${left} ${round(bottom)}V${round(top)}h${width}V${round(bottom)}z`
}

function ticksOf(values: number[], y: (value: number) => number) {
  return values.map((value) => ({ value, top: round((y(value) / PLOT.height) * 100) }))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
