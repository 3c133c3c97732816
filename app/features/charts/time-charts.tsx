import type { ReactNode } from 'react'
import { useFormat } from '#app/lib/locale.tsx'
import type { NumberFormat } from '#worker/rules/counted.ts'
import { ActionLines, ActionNames } from './action-marks.tsx'
import { ChartCard, Legend } from './chart-card.tsx'
import type { ChartColumn } from './chart-csv.ts'
import { Plot } from './plot.tsx'
import { type Counted, reviewsBehind } from './reviews-behind.ts'
import type * as series from './series.ts'
import type { ChartsWithFindings, Finding } from './time-charts.server.ts'

interface TimeChartProps<Point extends series.Stretch> {
  chart: series.Chart<Point> & { finding: Finding; actions: series.ChartActions }
  description: string
  legend?: ReactNode
  columns: ChartColumn<Point>[]
  /** SVG shapes in units of `PLOT`. */
  children: ReactNode
}

function TimeChart<Point extends series.Stretch>({
  chart,
  description,
  legend,
  columns,
  children,
}: TimeChartProps<Point>) {
  const format = useFormat()
  const { points, ticks, unit, finding, actions } = chart
  const [first, middle, last] = [points[0], points[Math.floor(points.length / 2)], points.at(-1)]
  // Within a year's range, a day without its year is ambiguous.
  const dayLabel = (day: string) =>
    last && day.slice(0, 4) !== last.to.slice(0, 4)
      ? `${format.day(day)}, ${day.slice(0, 4)}`
      : format.day(day)
  return (
    <ChartCard
      {...finding}
      description={description}
      legend={legend}
      table={{
        head: unit === 'day' ? 'Day' : 'From',
        rows: points.toReversed(),
        name: (point) => dayLabel(point.from),
        key: (point) => point.from,
        columns,
      }}
    >
      <Plot
        label={[`${finding.title}. ${finding.summary}`, ...actions.labels].join(' ')}
        ticks={ticks.map(({ value, top }) => ({ label: format.number(value), top }))}
        foot={
          <p className="flex justify-between">
            {first && <span>{dayLabel(first.from)}</span>}
            {points.length > 2 && middle && <span>{dayLabel(middle.from)}</span>}
            {last && <span>{dayLabel(last.to)}</span>}
          </p>
        }
      >
        {children}
        <ActionLines lefts={actions.lefts} />
      </Plot>
      <ActionNames labels={actions.labels} />
    </ChartCard>
  )
}

function reviewsColumn(chosen: Counted, format: NumberFormat): ChartColumn<series.Stretch> {
  return {
    label: 'Reviews',
    value: ({ count }) => count,
    format: format.number,
    behind: (point) => reviewsBehind(point, chosen),
  }
}

export function RatingChart({ data }: { data: Pick<ChartsWithFindings, 'rating'> & { chosen: Counted } }) {
  const format = useFormat()
  const { rating } = data
  const axis = rating.lowest > 1 ? ` Scale ${rating.lowest} to 5.` : ''
  return (
    <TimeChart
      chart={rating}
      description={`Average of the reviews posted in each ${rating.unit === 'week' ? 'week' : 'four weeks'}.${axis}`}
      columns={[
        reviewsColumn(data.chosen, format),
        { label: 'Average', value: (point) => point.averageRating, format: format.rating },
      ]}
    >
      <path
        d={rating.line}
        fill="none"
        className="stroke-chart-1"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={rating.dots}
        className="stroke-chart-1"
        strokeWidth="8"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </TimeChart>
  )
}

/** Stripes mark negative reviews, so that they can be distinguished without color. */
export function VolumeChart({ data }: { data: Pick<ChartsWithFindings, 'volume'> & { chosen: Counted } }) {
  const format = useFormat()
  const { volume } = data
  return (
    <TimeChart
      chart={volume}
      description={`Reviews posted each ${volume.unit}.`}
      legend={
        <Legend
          items={[
            { label: 'Positive, 4–5', swatch: 'fill-positive' },
            { label: 'Neutral, 3', swatch: 'fill-neutral-soft stroke-neutral' },
            { label: 'Negative, 1–2', swatch: 'fill-[url(#negative-stripes)] stroke-negative' },
          ]}
        />
      }
      columns={[
        reviewsColumn(data.chosen, format),
        { label: 'Positive', value: (point) => point.positive, format: format.number },
        { label: 'Neutral', value: (point) => point.neutral, format: format.number },
        { label: 'Negative', value: (point) => point.negative, format: format.number },
      ]}
    >
      <pattern id="negative-stripes" width="4" height="4" patternUnits="userSpaceOnUse">
        <path d="M0 1h4" strokeWidth="2.5" className="stroke-negative" />
      </pattern>
      <path d={volume.bars.positive} className="fill-positive" />
      <path
        d={volume.bars.neutral}
        className="fill-neutral-soft stroke-neutral"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={volume.bars.negative}
        fill="url(#negative-stripes)"
        className="stroke-negative"
        vectorEffect="non-scaling-stroke"
      />
    </TimeChart>
  )
}
