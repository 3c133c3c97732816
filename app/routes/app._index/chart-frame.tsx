import type { ReactNode } from 'react'
import { Card } from '#app/components/ui/card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { Finding } from './findings.ts'
import { type ChartPoint, PLOT, type RatingChart, type VolumeChart } from './series.ts'

interface ChartFrameProps {
  chart: VolumeChart | RatingChart
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
        <summary className="w-fit cursor-pointer py-2 font-medium text-primary">Show the numbers</summary>
        <div className="max-h-72 overflow-auto rounded-lg border">
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
        </div>
      </details>
    </Card>
  )
}
