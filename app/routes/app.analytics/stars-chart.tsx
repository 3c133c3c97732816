import { Link } from '@remix-run/react'
import { ChartCard, Legend } from '#app/features/charts/chart-card.tsx'
import { Plot } from '#app/features/charts/plot.tsx'
import { reviewsBehind } from '#app/features/charts/reviews-behind.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { type MonthOfStars, starsTitle } from '#worker/rules/analytics.ts'
import type { Shown } from './analytics-data.server.ts'

/** From the bottom up; stripes and outlines tell them apart without colour. */
const LAYERS = [
  { star: 5, label: '5 stars', paint: 'fill-positive' },
  { star: 4, label: '4 stars', paint: 'fill-positive/45 stroke-positive' },
  { star: 3, label: '3 stars', paint: 'fill-neutral/40 stroke-neutral' },
  { star: 2, label: '2 stars', paint: 'fill-[url(#two-star-stripes)] stroke-negative' },
  { star: 1, label: '1 star', paint: 'fill-negative' },
] as const

/** More month names don't fit below the bars of a phone. */
const MAX_NAMES = 7

/** Chart of reviews per month by number of stars. */
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
