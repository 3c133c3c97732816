import { useFormat } from '#app/lib/locale.tsx'
import { ChartFrame } from './chart-frame.tsx'
import type { DashboardData } from './dashboard-data.server.ts'
import { volumeFinding } from './findings.ts'

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
