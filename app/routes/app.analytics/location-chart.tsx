import { Link } from '@remix-run/react'
import { ChartCard } from '#app/features/charts/chart-card.tsx'
import { reviewsBehind } from '#app/features/charts/reviews-behind.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { locationsTitle } from '#worker/rules/analytics.ts'
import type { LocationRow, Shown } from './analytics-data.server.ts'
import { countText } from './figure-cards.tsx'

/** Locations side by side: the expected rating of each, and where it may lie. */
export function LocationChart({ data }: { data: Shown }) {
  const format = useFormat()
  const { locations, verdict, periodDays } = data
  const { rows, ticks, lowest } = locations
  const axis = lowest > 1 ? ` Scale ${lowest} to 5.` : ''
  return (
    <ChartCard
      title={locationsTitle(verdict, rows.length)}
      description={`Each location’s expected rating, based on its reviews from the last ${periodDays} days.${axis}`}
      summary="The longer a line, the fewer the reviews, and the less certain its rating. Locations whose lines overlap a lot share a rank."
      table={{
        head: 'Location',
        rows,
        name: ({ name }) => name,
        key: ({ name, id }) => `${name} (${id})`,
        columns: [
          { label: 'Rank', value: ({ rank }) => verdict && rank, format: format.number },
          { label: 'Reviews', value: ({ count }) => count, format: format.number },
          { label: 'Average', value: ({ average }) => average, format: format.rating },
          { label: 'Expected', value: ({ rank, expected }) => rank && expected, format: format.rating },
          { label: 'At least', value: ({ rank, low }) => rank && low, format: format.rating },
          { label: 'At most', value: ({ rank, high }) => rank && high, format: format.rating },
        ],
      }}
    >
      <ol className="mt-4 grid gap-3">
        {rows.map((row) => (
          <LocationLine
            key={row.id}
            row={row}
            grid={ticks.map(({ left }) => `M${left} 0v10`).join('')}
            data={data}
          />
        ))}
      </ol>
      <div className="grid gap-x-4 text-xs text-muted-foreground sm:grid-cols-[1fr_2fr_10rem]" aria-hidden>
        <div className="relative mt-1 h-4 sm:col-start-2">
          {ticks.map(({ value, left }) => (
            <span key={value} className="absolute -translate-x-1/2" style={{ left: `${left}%` }}>
              {format.number(value)}
            </span>
          ))}
        </div>
      </div>
    </ChartCard>
  )
}

function LocationLine({ row, grid, data }: { row: LocationRow; grid: string; data: Shown }) {
  const format = useFormat()
  const { name, count, needed, expected, low, high, whiskers } = row
  // One alone is not the first of anything.
  const rank = data.verdict && row.rank
  const range = `${format.rating(expected)} (${format.rating(low)}–${format.rating(high)})`
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 text-sm sm:items-center sm:grid-cols-[1fr_2fr_10rem]">
      <p className="min-w-0 break-words">
        {rank !== null && <span className="mr-1.5 text-muted-foreground">{format.number(rank)}.</span>}
        <span className="font-medium">{name}</span>
      </p>
      <svg
        role="img"
        aria-label={whiskers ? `${name}: ${range}` : `${name}: too few reviews to compare`}
        viewBox="0 0 100 10"
        preserveAspectRatio="none"
        className="col-span-2 row-start-2 h-6 w-full overflow-visible sm:col-span-1 sm:col-start-2 sm:row-start-1"
      >
        <path d={grid} className="stroke-border" vectorEffect="non-scaling-stroke" />
        {whiskers && (
          <>
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
          </>
        )}
      </svg>
      <p className="text-right sm:col-start-3">
        {whiskers ? (
          <span className="block">{range}</span>
        ) : (
          <span className="block text-muted-foreground">
            {needed === 1 ? 'Needs 1 more review' : `Needs ${needed} more reviews`}
          </span>
        )}
        {count > 0 && (
          <Link
            to={reviewsBehind(data.period, { businessId: row.id })}
            className="inline-flex min-h-11 items-center text-xs font-medium text-primary hover:underline dense:min-h-0"
            aria-label={`${countText(count, format.number)} of ${name}`}
          >
            {countText(count, format.number)}
          </Link>
        )}
      </p>
    </li>
  )
}
