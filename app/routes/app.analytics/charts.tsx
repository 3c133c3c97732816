import { Link } from '@remix-run/react'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { ChartCard, Legend } from '#app/features/charts/chart-card.tsx'
import { Plot } from '#app/features/charts/plot.tsx'
import { reviewsBehind } from '#app/features/charts/reviews-behind.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { locationsTitle, type MonthOfStars, platformsTitle, starsTitle } from '#worker/rules/analytics.ts'
import { platformName } from '#worker/rules/platforms.ts'
import type { LocationRow, Shown } from './analytics-data.server.ts'
import { countText } from './figure-cards.tsx'

/** Compares locations: the average rating of each, and the range in which its true rating probably lies. */
export function LocationChart({ data }: { data: Shown }) {
  const format = useFormat()
  const { locations, verdict, periodDays } = data
  const { rows, ticks, lowest } = locations
  const axis = lowest > 1 ? ` Scale ${lowest} to 5.` : ''
  return (
    <ChartCard
      title={locationsTitle(verdict, rows)}
      description={`Average of the last ${periodDays} days, and where the rating probably lies.${axis}`}
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
  const { name, count, needed, average, low, high, whiskers } = row
  // A single location has no rank.
  const rank = data.verdict && row.rank
  const range = `${format.rating(average ?? 0)} (${format.rating(low)}–${format.rating(high)})`
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

export function PlatformChart({ data }: { data: Shown }) {
  const format = useFormat()
  const { platforms, period, periodDays, chosen, former } = data
  const most = Math.max(1, ...platforms.map(({ count }) => count))
  return (
    <ChartCard
      title={platformsTitle(platforms, format)}
      description={`Reviews posted in the last ${periodDays} days, with their average.`}
      summary={
        former
          ? 'The numbers below the chart also show the previous period.'
          : 'There is no previous period to compare with.'
      }
      table={{
        head: 'Platform',
        rows: platforms,
        name: platformName,
        key: ({ platform, own }) => own?.id ?? platform,
        columns: [
          { label: 'Reviews', value: ({ count }) => count, format: format.number },
          { label: 'Average', value: ({ average }) => average, format: format.rating },
          { label: 'Reviews before', value: ({ before }) => before?.count ?? null, format: format.number },
          { label: 'Average before', value: ({ before }) => before?.average ?? null, format: format.rating },
        ],
      }}
    >
      <ul className="mt-4 grid gap-3">
        {platforms.map(({ platform, own, count, average }) => (
          <li
            key={own?.id ?? platform}
            className="grid grid-cols-[7rem_1fr_auto] items-center gap-x-3 text-sm"
          >
            <PlatformMark platform={platform} own={own} />
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="h-5 w-full" aria-hidden>
              <path d={`M0 0H${(count / most) * 100}V10H0z`} className="fill-chart-1" />
            </svg>
            <p className="text-right">
              <Link
                to={reviewsBehind(period, chosen, { platform: own?.id ?? platform })}
                className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
                aria-label={`${countText(count, format.number)} on ${platformName({ platform, own })}`}
              >
                {countText(count, format.number)}
              </Link>
              {average !== null && (
                <span className="ml-2 text-muted-foreground">{format.rating(average)}</span>
              )}
            </p>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}

/** Layers from the bottom up; stripes and outlines distinguish them without color. */
const LAYERS = [
  { star: 5, label: '5 stars', paint: 'fill-positive' },
  { star: 4, label: '4 stars', paint: 'fill-positive/45 stroke-positive' },
  { star: 3, label: '3 stars', paint: 'fill-neutral/40 stroke-neutral' },
  { star: 2, label: '2 stars', paint: 'fill-[url(#two-star-stripes)] stroke-negative' },
  { star: 1, label: '1 star', paint: 'fill-negative' },
] as const

/** Maximum month names below the bars; more don't fit on a phone. */
const MAX_NAMES = 7

export function StarsChart({ data }: { data: Shown }) {
  const format = useFormat()
  const { months, bars, ticks } = data.stars
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return null
  const total = (star: number) => months.reduce((sum, { stars }) => sum + (stars[star - 1] ?? 0), 0)
  const all = LAYERS.reduce((sum, { star }) => sum + total(star), 0)
  const title = starsTitle(total(5), all, format.month(first.from), format)
  const step = Math.ceil(months.length / MAX_NAMES)
  return (
    <ChartCard
      title={title}
      description="Reviews posted each month, by stars. The last month isn’t over yet."
      legend={<Legend items={LAYERS.map(({ label, paint }) => ({ label, swatch: paint }))} />}
      summary={
        <span className="flex flex-wrap gap-x-4">
          {LAYERS.map(({ star, label }) => (
            <Link
              key={star}
              to={reviewsBehind({ from: first.from, to: last.to }, data.chosen, {
                rating: String(star),
              })}
              className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
            >
              {label}: {format.number(total(star))}
            </Link>
          ))}
        </span>
      }
      table={{
        head: 'Month',
        rows: months.toReversed(),
        name: ({ from }) => format.month(from),
        key: ({ from }) => from.slice(0, 7),
        columns: [
          {
            label: 'Reviews',
            value: ({ stars }: MonthOfStars) => stars.reduce((sum, count) => sum + count, 0),
            format: format.number,
            behind: (month: MonthOfStars) => reviewsBehind(month, data.chosen),
          },
          ...LAYERS.map(({ star, label }) => ({
            label,
            value: ({ stars }: MonthOfStars) => stars[star - 1] ?? 0,
            format: format.number,
          })),
        ],
      }}
    >
      <Plot
        label={`${title}. ${LAYERS.map(({ star, label }) => `${label}: ${format.number(total(star))}`).join(', ')}.`}
        ticks={ticks.map(({ value, top }) => ({ label: format.number(value), top }))}
        foot={
          <p className="flex justify-between text-center">
            {months.map(({ from }, index) => (
              <span key={from} className="w-0 flex-1 whitespace-nowrap">
                {index % step === 0 && format.monthName(from)}
              </span>
            ))}
          </p>
        }
      >
        <pattern id="two-star-stripes" width="4" height="4" patternUnits="userSpaceOnUse">
          <path d="M0 1h4" strokeWidth="2.5" className="stroke-negative" />
        </pattern>
        {LAYERS.map(({ star, paint }) => (
          <path key={star} d={bars[star]} className={paint} vectorEffect="non-scaling-stroke" />
        ))}
      </Plot>
    </ChartCard>
  )
}
