import { Link } from '@remix-run/react'
import { ChartCard } from '#app/features/charts/chart-card.tsx'
import { Plot } from '#app/features/charts/plot.tsx'
import { reviewsBehind } from '#app/features/charts/reviews-behind.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { WaitingTimes } from '#worker/rules/analytics.ts'
import { durationText, waitingSummary, waitingTitle } from '#worker/rules/analytics-texts.ts'
import type { Shown } from './analytics-data.server.ts'

const HOURS_A_DAY = 24

/** Reviews without an answer that guests can see: no reply, or one that is only saved. */
export function openParts({ open, hidden }: WaitingTimes) {
  const saved = { filters: { reply: 'hidden' }, count: hidden, what: 'saved, not posted' }
  return [
    { filters: { status: 'pending' }, count: open - hidden, what: 'still open' },
    ...(hidden > 0 ? [saved] : []),
  ]
}

/** Waiting times until an answer that guests can see. */
export function WaitingChart({ data }: { data: Shown }) {
  const format = useFormat()
  const { waiting, waitingBefore, periodDays, period, chosen } = data
  const title = waitingTitle(waiting)
  const summary = waitingSummary(waiting, format)
  const before =
    waitingBefore && waitingBefore.needed === 0 && waitingBefore.medianHours !== null
      ? ` In the ${periodDays} days before, half were answered within ${durationText(waitingBefore.medianHours)}.`
      : ''
  const parts = [
    { filters: { reply: 'visible' }, count: waiting.answered, what: 'answered' },
    ...openParts(waiting),
  ].filter(({ count }) => count > 0)
  return (
    <ChartCard
      title={title}
      description={`Time from posting to the first answer, for reviews posted in the last ${periodDays} days.`}
      summary={
        <>
          {`${summary}${before}`}
          <span className="flex flex-wrap gap-x-4">
            {parts.map(({ filters, count, what }) => (
              <Link
                key={what}
                to={reviewsBehind(period, chosen, filters)}
                className="inline-flex min-h-11 items-center font-medium text-primary hover:underline dense:min-h-0"
              >
                {format.number(count)} {what}
              </Link>
            ))}
          </span>
        </>
      }
      table={{
        head: 'Answered within',
        rows: waiting.shares,
        name: ({ hours }) => (hours === null ? 'Not yet' : durationText(hours)),
        key: ({ hours }) => (hours === null ? 'not yet' : `${hours} h`),
        columns: [
          { label: 'Reviews', value: ({ share }) => share * 100, format: format.percent },
          {
            label: 'Total so far',
            value: ({ answered }) => answered && answered * 100,
            format: format.percent,
          },
        ],
      }}
    >
      {waiting.needed === 0 && (
        <Plot
          label={`${title}. ${summary}`}
          ticks={waiting.ticks.map(({ value, top }) => ({ label: `${format.number(value)}%`, top }))}
          foot={
            <p className="flex justify-between text-center">
              {waiting.shares.map(({ hours }) => (
                <span key={hours} className="w-0 flex-1 whitespace-nowrap">
                  {hours === null ? 'open' : hours < HOURS_A_DAY ? `${hours} h` : `${hours / HOURS_A_DAY} d`}
                </span>
              ))}
            </p>
          }
        >
          <path d={waiting.answeredBars} className="fill-chart-1" />
          <path
            d={waiting.openBar}
            className="fill-neutral-soft stroke-neutral"
            vectorEffect="non-scaling-stroke"
          />
        </Plot>
      )}
    </ChartCard>
  )
}
