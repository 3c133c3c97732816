import { TitledCard } from '#app/components/ui/card.tsx'
import { ActionLines, ActionNames } from '#app/features/charts/action-marks.tsx'
import { ChartCard } from '#app/features/charts/chart-card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'
import { neededText } from '#worker/rules/insight-texts.ts'
import type { ForecastInsight, InsightsView, PlatformGoal } from '#worker/rules/insights.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'

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
      description="Dots: each month. Bars: what we expected."
      summary={
        <>
          {volume.known &&
            `About ${counted(volume.median, 'review', format)} (probably ${format.number(volume.band80.low)} to ${format.number(volume.band80.high)}).`}
          {backtest.length > 0 &&
            ` ${format.number(inside)} of the last ${counted(backtest.length, 'month', format)} ${inside === 1 ? 'was' : 'were'} as expected.`}
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
      <Bands forecast={forecast} actions={view.actions} />
    </ChartCard>
  )
}

const STEP = 40
const LONGEST_MONTH = 31
const HEIGHT = 160
const LOWEST = 1
const HIGHEST = 5

function Bands({ forecast, actions }: { forecast: ForecastInsight; actions: InsightsView['actions'] }) {
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
  const marks = actions.flatMap(({ day, name }) => {
    const index = backtest.findIndex(({ month }) => day.startsWith(month))
    const isThisMonth = day.slice(0, 7) > (backtest.at(-1)?.month ?? day)
    // The current month has no dot yet: place its actions between the last dot and the forecast.
    const left = isThisMonth ? backtest.length * STEP : (index + Number(day.slice(8)) / LONGEST_MONTH) * STEP
    return index < 0 && !isThisMonth ? [] : [{ left, label: `${format.day(day)}: ${name}` }]
  })
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
          <ActionLines lefts={marks.map(({ left }) => left)} height={HEIGHT} />
        </svg>
      </div>
      <p className="mt-1 flex pl-6 text-center" aria-hidden>
        {columns.map(({ key, name }) => (
          <span key={key} className="w-0 flex-1">
            {name}
          </span>
        ))}
      </p>
      <ActionNames labels={marks.map(({ label }) => label)} />
    </div>
  )
}

/** Five-star reviews needed for the next higher rating, by each platform's own calculation. */
export function GoalCard({ view: { goals, forecast } }: { view: InsightsView }) {
  const format = useFormat()
  return (
    <TitledCard title="What a better rating takes" description="Each platform counts all its reviews.">
      {!forecast.known && <p className="text-sm text-muted-foreground">{neededText(forecast.needed)}</p>}
      {forecast.known && goals.length === 0 && <p className="text-sm">There is no higher rating to reach.</p>}
      <ul className="divide-y text-sm">
        {goals.map((goal) => (
          <li key={goal.platform} className="py-2">
            <p className="font-medium">
              {PLATFORM_NAMES[goal.platform]} {format.rating(goal.shown)}, from{' '}
              {counted(goal.count, 'review', format)}
            </p>
            <p className="text-muted-foreground">{goalText(goal, format)}</p>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}

function goalText(
  { target, fiveStars, atPresentRate }: PlatformGoal,
  format: ReturnType<typeof useFormat>,
): string {
  const wanted = format.rating(target)
  if (fiveStars === null) return `${wanted} is out of reach.`
  const best = `${counted(fiveStars, 'five-star review', format)} in a row make it ${wanted}`
  if (atPresentRate === null) return `${best}. With ratings as they are now, it won’t get there.`
  return `${best}, or ${counted(atPresentRate, 'review', format)} as they come now.`
}
