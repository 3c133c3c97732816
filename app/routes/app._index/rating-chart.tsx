import { useFormat } from '#app/lib/locale.tsx'
import { ChartFrame } from './chart-frame.tsx'
import type { DashboardData } from './dashboard-data.server.ts'
import { ratingFinding } from './findings.ts'

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
