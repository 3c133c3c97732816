import { scaleLinear } from 'd3-scale'
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
import type { AnalyticsView, LocationStanding, WaitingTimes } from '#worker/rules/analytics.ts'
import type { Chosen } from './address.ts'

const STARS = [5, 4, 3, 2, 1] as const

/** Prepares the view for the screen, with charts ready to draw. */
export function analyticsData(view: AnalyticsView, format: ReturnType<typeof formatFor>) {
  const { businesses, now, daily, months, locations, waiting, ...shown } = view
  return {
    ...shown,
    /** A read that failed is no account without a business. */
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

/** Data of the screen's charts. */
export type Shown = ReturnType<typeof analyticsData> & { chosen: Chosen }
export type LocationRow = Shown['locations']['rows'][number]

/** Positions of each location's whiskers, in percent of the axis. */
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

/** Shares answered in each step, and the share not answered at all. */
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
  const bands = bandsOf(shares.length, 0.2)
  const width = round(bands.width)
  const paths = shares.map(({ share }, index) =>
    share > 0 ? barOf({ left: round(bands.left(index)), width, from: y(0), to: y(share * 100) }) : '',
  )
  return {
    shares,
    answeredBars: paths.slice(0, -1).join(''),
    openBar: paths.at(-1) ?? '',
    ticks: ticksOf(y.ticks(4), y),
  }
}
