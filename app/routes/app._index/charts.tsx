import type { ReactNode } from 'react'
import { Card } from '#app/components/ui/card.tsx'
import { TableFrame } from '#app/components/ui/table-frame.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { DashboardData } from './dashboard-data.server.ts'
import { type Finding, ratingFinding, volumeFinding } from './findings.ts'
import { type Chart, type ChartPoint, PLOT } from './series.ts'

interface ChartFrameProps {
  chart: Chart
  finding: Finding
  /** What is drawn and how it is counted. */
  description: string
  legend?: ReactNode
  table: { columns: string[]; cells: (point: ChartPoint) => string[] }
  /** SVG shapes in units of `PLOT`. */
  children: ReactNode
}

/** Title with the finding, axes, the drawing, and the same numbers as a table. */
export function ChartFrame({ chart, finding, description, legend, table, children }: ChartFrameProps) {
  const format = useFormat()
  const { points, ticks, unit } = chart
  const grid = ticks.map(({ top }) => `M0 ${(top * PLOT.height) / 100}h${PLOT.width}`).join('')
  const [first, middle, last] = [points[0], points[Math.floor(points.length / 2)], points.at(-1)]
  // Within a year's span a day without its year could be two.
  const dayLabel = (day: string) =>
    last && day.slice(0, 4) !== last.to.slice(0, 4)
      ? `${format.day(day)}, ${day.slice(0, 4)}`
      : format.day(day)
  return (
    <Card className="flex min-w-0 flex-col p-5">
      <h2 className="font-semibold tracking-tight text-balance">{finding.title}</h2>
      <p className="mt-1 text-sm text-muted-foreground">{description}</p>
      {legend}
      <div className="mt-4 grid grid-cols-[auto_1fr] gap-x-2 text-xs text-muted-foreground">
        <div className="relative w-5" aria-hidden>
          {ticks.map(({ value, top }) => (
            <span key={value} className="absolute right-0 -translate-y-1/2" style={{ top: `${top}%` }}>
              {format.number(value)}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={`${finding.title}. ${finding.summary}`}
          viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
          preserveAspectRatio="none"
          className="h-40 w-full overflow-visible"
        >
          <path d={grid} className="stroke-border" vectorEffect="non-scaling-stroke" />
          {children}
        </svg>
        <p className="col-start-2 mt-2 flex justify-between" aria-hidden>
          {first && <span>{dayLabel(first.from)}</span>}
          {points.length > 2 && middle && <span>{dayLabel(middle.from)}</span>}
          {last && <span>{dayLabel(last.to)}</span>}
        </p>
      </div>
      <p className="mt-3 text-sm text-muted-foreground">{finding.summary}</p>
      <details className="mt-2 text-sm">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center font-medium text-primary">
          Show the numbers
        </summary>
        <TableFrame label={`The numbers: ${finding.title}`} className="max-h-72">
          <table className="w-full text-right whitespace-nowrap">
            <thead className="sticky top-0 bg-muted">
              <tr>
                {[unit === 'day' ? 'Day' : 'From', ...table.columns].map((column) => (
                  <th key={column} scope="col" className="px-3 py-2 font-medium first:text-left">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y [&_td]:px-3 [&_td]:py-1.5">
              {points.toReversed().map((point) => (
                <tr key={point.from}>
                  <th scope="row" className="px-3 text-left font-normal text-muted-foreground">
                    {dayLabel(point.from)}
                  </th>
                  {table.cells(point).map((cell, index) => (
                    <td key={table.columns[index]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </details>
    </Card>
  )
}

/** Average rating over time. */
export function RatingChart({ data }: { data: DashboardData }) {
  const format = useFormat()
  const { rating } = data
  const axis = rating.lowest > 1 ? ` The axis starts at ${rating.lowest} stars, not at 1.` : ''
  return (
    <ChartFrame
      chart={rating}
      finding={ratingFinding(rating, data, format)}
      description={`Average of the reviews posted in each ${rating.unit === 'week' ? 'week' : 'four weeks'}.${axis}`}
      table={{
        columns: ['Reviews', 'Average'],
        cells: (point) => [
          format.number(point.count),
          point.averageRating === null ? '–' : format.rating(point.averageRating),
        ],
      }}
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
    </ChartFrame>
  )
}

/** How many reviews were posted, stacked by sentiment. Negative ones are striped, so colour is not needed to tell. */
export function VolumeChart({ data }: { data: DashboardData }) {
  const format = useFormat()
  const { volume } = data
  return (
    <ChartFrame
      chart={volume}
      finding={volumeFinding(volume, data, format)}
      description={`Reviews per ${volume.unit}, counted on the day (UTC) they were posted.`}
      legend={
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
          <li className="flex items-center gap-1.5 before:size-2.5 before:rounded-xs before:bg-positive">
            Positive, 4–5
          </li>
          <li className="flex items-center gap-1.5 before:size-2.5 before:rounded-xs before:border-2 before:border-neutral">
            Neutral, 3
          </li>
          <li className="flex items-center gap-1.5 before:size-2.5 before:rounded-xs before:border before:border-negative before:bg-[repeating-linear-gradient(var(--color-negative)_0_2px,transparent_2px_4px)]">
            Negative, 1–2
          </li>
        </ul>
      }
      table={{
        columns: ['Reviews', 'Positive', 'Neutral', 'Negative'],
        cells: (point) =>
          [point.count, point.positive, point.neutral, point.negative].map((count) => format.number(count)),
      }}
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
    </ChartFrame>
  )
}
