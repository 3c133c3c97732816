import { Link } from '@remix-run/react'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { ChartCard } from '#app/features/charts/chart-card.tsx'
import { reviewsBehind } from '#app/features/charts/reviews-behind.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { platformsTitle } from '#worker/rules/analytics.ts'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { Shown } from './analytics-data.server.ts'
import { countText } from './figure-cards.tsx'

/** Reviews by platform, with their sentiments. */
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
        name: ({ platform }) => PLATFORM_NAMES[platform],
        key: ({ platform }) => PLATFORM_NAMES[platform],
        columns: [
          { label: 'Reviews', value: ({ count }) => count, format: format.number },
          { label: 'Average', value: ({ average }) => average, format: format.rating },
          { label: 'Reviews before', value: ({ before }) => before?.count ?? null, format: format.number },
          { label: 'Average before', value: ({ before }) => before?.average ?? null, format: format.rating },
        ],
      }}
    >
      <ul className="mt-4 grid gap-3">
        {platforms.map(({ platform, count, average }) => (
          <li key={platform} className="grid grid-cols-[7rem_1fr_auto] items-center gap-x-3 text-sm">
            <PlatformMark platform={platform} />
            <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="h-5 w-full" aria-hidden>
              <path d={`M0 0H${(count / most) * 100}V10H0z`} className="fill-chart-1" />
            </svg>
            <p className="text-right">
              <Link
                to={reviewsBehind(period, chosen, { platform })}
                className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
                aria-label={`${countText(count, format.number)} on ${PLATFORM_NAMES[platform]}`}
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
