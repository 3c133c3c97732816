import { Link } from '@remix-run/react'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ChartCard } from '#app/features/charts/chart-card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'
import { reviewsBehind } from '#worker/rules/insight-links.ts'
import { neededText } from '#worker/rules/insight-texts.ts'
import type { ForecastInsight, InsightsView } from '#worker/rules/insights.ts'

/** Compares the expected rating with the previous expectation. */
export function ForecastCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { forecast, volume } = view
  if (!forecast.known) {
    return (
      <TitledCard title="What to expect" description="The average rating of the next 30 days.">
        <p className="text-sm text-muted-foreground">{neededText(forecast.needed)}</p>
      </TitledCard>
    )
  }
  const { backtest, band80 } = forecast
  const inside = backtest.filter(({ isInside }) => isInside).length
  return (
    <ChartCard
      title={`Next month: probably between ${format.rating(band80.low)} and ${format.rating(band80.high)} stars`}
      description="Each dot is a month; its bar is what was likely before."
      summary={
        <>
          {volume.known &&
            `Expect ${counted(volume.median, 'review', format)} (${format.number(volume.band80.low)} to ${format.number(volume.band80.high)}).`}
          {backtest.length > 0 &&
            ` In ${format.number(inside)} of the last ${counted(backtest.length, 'month', format)} the dot was inside its bar.`}
        </>
      }
      table={{
        head: 'Month',
        rows: [...backtest].reverse(),
        name: ({ month }) => format.month(`${month}-01`),
        key: ({ month }) => month,
        columns: [
          { label: 'Reviews', value: ({ count }) => count, format: format.number },
          { label: 'Average', value: ({ actual }) => actual, format: format.rating },
          { label: 'Expected at least', value: ({ band80 }) => band80.low, format: format.rating },
          { label: 'Expected at most', value: ({ band80 }) => band80.high, format: format.rating },
        ],
      }}
    >
      <Bands forecast={forecast} />
    </ChartCard>
  )
}

const STEP = 40
const HEIGHT = 160
const LOWEST = 1
const HIGHEST = 5

function Bands({ forecast }: { forecast: ForecastInsight }) {
  const format = useFormat()
  const { backtest, band80, mean } = forecast
  const columns = [
    ...backtest.map(({ month, band80, actual }) => ({
      name: format.monthName(`${month}-01`),
      key: month,
      band: band80,
      dot: actual,
    })),
    { name: 'next', key: 'next', band: band80, dot: mean },
  ]
  const y = (stars: number) => HEIGHT - ((stars - LOWEST) / (HIGHEST - LOWEST)) * HEIGHT
  return (
    <div className="mt-4 text-xs text-muted-foreground">
      <div className="grid grid-cols-[1rem_1fr] gap-x-2">
        <div className="flex flex-col justify-between" aria-hidden>
          <span>5</span>
          <span>3</span>
          <span>1</span>
        </div>
        <svg
          role="img"
          aria-label={`Average rating by month and where it was expected. Next: ${format.rating(mean)} stars, ${format.rating(band80.low)} to ${format.rating(band80.high)}.`}
          viewBox={`0 0 ${columns.length * STEP} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-28 w-full overflow-visible border-y sm:h-40"
        >
          {columns.map(({ key, band, dot }, index) => {
            const x = (index + 0.5) * STEP
            return (
              <g key={key}>
                <path
                  d={`M${x - 10} ${y(band.high)}h20V${y(band.low)}h-20z`}
                  className={key === 'next' ? 'fill-chart-1 opacity-40' : 'fill-neutral-soft'}
                />
                <path
                  d={`M${x} ${y(dot)}h0`}
                  className="stroke-chart-1"
                  strokeWidth="8"
                  strokeLinecap="round"
                  vectorEffect="non-scaling-stroke"
                />
              </g>
            )
          })}
        </svg>
      </div>
      <p className="mt-1 flex pl-6 text-center" aria-hidden>
        {columns.map(({ key, name }) => (
          <span key={key} className="w-0 flex-1">
            {name}
          </span>
        ))}
      </p>
    </div>
  )
}

/** Shows how many reviews a better rating would take. */
export function GoalCard({ view }: { view: InsightsView }) {
  const format = useFormat()
  const { goals, average, reviews, period, forecast } = view
  return (
    <TitledCard
      title="What a better rating takes"
      description={
        average === null ? (
          'Based on the reviews of a year.'
        ) : (
          <>
            Now {format.number(average, 2)} stars from{' '}
            <Link
              to={reviewsBehind(view, period, { visibility: 'public' })}
              className="text-primary underline"
            >
              {counted(reviews, 'review', format)}
            </Link>{' '}
            in a year.
          </>
        )
      }
    >
      {!forecast.known && <p className="text-sm text-muted-foreground">{neededText(forecast.needed)}</p>}
      {forecast.known && goals.length === 0 && <p className="text-sm">There is no higher rating to reach.</p>}
      {goals.length > 0 && average !== null && (
        <table className="w-full text-left text-sm">
          <thead className="text-muted-foreground">
            <tr>
              <th className="py-1.5 font-medium">Target rating</th>
              <th className="py-1.5 font-medium">If ratings stay as they are</th>
              <th className="py-1.5 font-medium">Five stars only</th>
            </tr>
          </thead>
          <tbody>
            {goals.map(({ target, atPresentRate, fiveStars }) => (
              <tr key={target} className="border-t">
                <td className="py-1.5 font-medium">{format.rating(target)}</td>
                <td className="py-1.5">
                  {atPresentRate === null ? 'not at today’s rate' : counted(atPresentRate, 'review', format)}
                </td>
                <td className="py-1.5">
                  {fiveStars === null ? 'not possible' : counted(fiveStars, 'review', format)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TitledCard>
  )
}
