import { useFormat } from '#app/lib/locale.tsx'
import type { OwnStanding } from '#worker/rules/competitors.ts'
import type { Whiskers } from './benchmark-data.server.ts'

interface RatingLineProps {
  label: string
  standing: Pick<OwnStanding, 'average' | 'count' | 'expected'>
  whiskers: Whiskers | undefined
  /** Source and date of the numbers. */
  source: string
}

/** Shows a location's average and the expected range of its next rating. */
export function RatingLine({ label, standing, whiskers, source }: RatingLineProps) {
  const format = useFormat()
  const { average, count, expected } = standing
  const range = `${format.rating(expected.low)}–${format.rating(expected.high)}`
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 text-sm sm:grid-cols-[minmax(0,1fr)_2fr_9rem]">
      <dt className="min-w-0 font-medium wrap-anywhere">{label}</dt>
      <dd className="col-span-2 row-start-2 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        {whiskers && (
          <svg
            role="img"
            aria-label={`${label}: expected ${format.rating(expected.mean)} (${range})`}
            viewBox="0 0 100 10"
            preserveAspectRatio="none"
            className="h-6 w-full overflow-visible"
          >
            <path d="M0 5H100" className="stroke-border" vectorEffect="non-scaling-stroke" />
            <path
              d={`M${whiskers.low} 5H${whiskers.high}M${whiskers.low} 2.5v5M${whiskers.high} 2.5v5`}
              className="stroke-chart-1"
              strokeWidth="2"
              vectorEffect="non-scaling-stroke"
            />
            <path
              d={`M${whiskers.mean} 5h0`}
              className="stroke-chart-1"
              strokeWidth="10"
              strokeLinecap="round"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
        )}
      </dd>
      <dd className="text-right sm:col-start-3">
        {format.rating(average)} ({range})
        <span className="block text-xs text-muted-foreground">
          {count === 1 ? '1 review' : `${format.number(count)} reviews`}, {source}
        </span>
      </dd>
    </div>
  )
}
