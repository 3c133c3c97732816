import { Link } from '@remix-run/react'
import { Card } from '#app/components/ui/card.tsx'
import { ChartCard } from '#app/features/charts/chart-card.tsx'
import { Plot } from '#app/features/charts/plot.tsx'
import { reviewsBehind } from '#app/features/charts/reviews-behind.ts'
import { useFormat } from '#app/lib/locale.tsx'
import {
  comparisonText,
  durationText,
  hasShare,
  type WaitingTimes,
  waitingSummary,
  waitingTitle,
} from '#worker/rules/analytics.ts'
import { answeredInTimeText, overdueAddress } from '#worker/rules/answer-targets.ts'
import type { Shown } from './analytics-data.server.ts'

const NO_COMPARISON = 'No comparison yet'

export function FigureCards({ data }: { data: Shown }) {
  const format = useFormat()
  const { trend, period, periodDays: days, chosen, waiting, waitingBefore } = data
  const { reviews, averageRating, visible, visibleRate } = trend
  const hasBefore = reviews.previous > 0
  const compared = (unit: 'stars' | 'points', figure: { current: number; previous: number }) =>
    hasBefore && reviews.current > 0 ? comparisonText(figure, { unit, days }, format) : NO_COMPARISON
  const behind = (filters?: Record<string, string>) => reviewsBehind(period, chosen, filters)
  const { answered, withinTarget: target } = waiting
  const ofAnswered = { to: behind({ reply: 'visible' }), text: `${format.number(answered)} answered` }
  const targetBefore = waitingBefore?.withinTarget ?? null
  return (
    <section aria-label="Figures" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard
        label="Reviews"
        value={format.number(reviews.current)}
        comparison={hasBefore ? comparisonText(reviews, { unit: 'reviews', days }, format) : NO_COMPARISON}
        behind={[{ to: behind(), text: 'See them' }]}
      />
      <FigureCard
        label="Average rating"
        value={reviews.current > 0 ? format.rating(averageRating.current) : '–'}
        comparison={compared('stars', averageRating)}
        behind={[{ to: behind(), text: `Of ${countText(reviews.current, format.number)}` }]}
      />
      <FigureCard
        label="Replies visible to guests"
        value={
          hasShare(reviews.current)
            ? format.percent(visibleRate.current)
            : `${format.number(visible.current)} of ${format.number(reviews.current)}`
        }
        comparison={
          hasShare(reviews.current) && hasShare(reviews.previous)
            ? comparisonText(visibleRate, { unit: 'points', days }, format)
            : NO_COMPARISON
        }
        behind={[ofAnswered]}
      />
      <FigureCard
        label="Answered within two days"
        value={target !== null && hasShare(waiting.count) ? format.percent(target * 100) : '–'}
        comparison={
          target !== null &&
          targetBefore !== null &&
          hasShare(waiting.count) &&
          hasShare(waitingBefore?.count ?? 0)
            ? comparisonText(
                { current: target * 100, previous: targetBefore * 100 },
                { unit: 'points', days },
                format,
              )
            : NO_COMPARISON
        }
        behind={[
          ofAnswered,
          ...openParts(waiting).map(({ count, what, filters }) => ({
            to: behind(filters),
            text: `${format.number(count)} ${what}`,
          })),
        ]}
      />
    </section>
  )
}

export function AnsweredInTime({ data: { inTime, chosen } }: { data: Shown }) {
  if (!inTime) return null
  return (
    <Card className="flex flex-wrap items-center gap-x-4 px-4 py-2 sm:px-5 dense:py-3">
      <p className="py-1 text-sm">{answeredInTimeText(inTime)}</p>
      {inTime.overdue > 0 && (
        <Link
          to={overdueAddress(chosen.businessId)}
          className="flex min-h-11 items-center text-sm font-medium text-primary hover:underline dense:min-h-0"
        >
          See what is overdue
        </Link>
      )}
    </Card>
  )
}

export function countText(count: number, number: (value: number) => string): string {
  return `${number(count)} ${count === 1 ? 'review' : 'reviews'}`
}

interface FigureCardProps {
  label: string
  value: string
  comparison: string
  behind: { to: string; text: string }[]
}

function FigureCard({ label, value, comparison, behind }: FigureCardProps) {
  return (
    <Card className="flex flex-col p-4 sm:p-5">
      <h2 className="text-sm font-medium text-muted-foreground">{label}</h2>
      <p className="mt-1 text-2xl font-semibold tracking-tight sm:text-3xl">{value}</p>
      <p className="mt-1 text-xs text-muted-foreground">{comparison}</p>
      <p className="mt-auto flex flex-wrap gap-x-4 pt-2 md:pt-3">
        {behind.map(({ to, text }) => (
          <Link
            key={text}
            to={to}
            className="flex min-h-11 items-center text-sm font-medium text-primary hover:underline dense:min-h-0"
            aria-label={`${text} (${label})`}
          >
            {text}
          </Link>
        ))}
      </p>
    </Card>
  )
}

const HOURS_A_DAY = 24

/** Splits the reviews without a visible reply into those without any reply and those with a saved one. */
function openParts({ open, hidden }: WaitingTimes) {
  const saved = { filters: { reply: 'hidden' }, count: hidden, what: 'saved, not posted' }
  return [
    { filters: { status: 'pending' }, count: open - hidden, what: 'without a reply' },
    ...(hidden > 0 ? [saved] : []),
  ]
}

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
