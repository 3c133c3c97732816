import { ArrowDown, ArrowUp, Minus } from 'lucide'
import { Card } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { MIN_FOR_PERCENT } from '#worker/rules/changes.ts'
import type { DashboardData, DescribedChange } from './dashboard-data.server.ts'

export function StatCards({ data }: { data: DashboardData }) {
  const format = useFormat()
  const { totals, trend, changes, periodDays: days, statedRatings } = data
  const { reviews, waiting, answered, visible } = totals
  const outOf = (count: number, all: number) => `${format.number(count)} of ${format.number(all)}`
  const ofAll = reviews > 0 ? outOf(answered, reviews) : '–'
  // With few reviews, each one changes the percentage a lot.
  const isFew = reviews < MIN_FOR_PERCENT
  const hasHidden = visible < answered
  const toGuests = hasHidden ? ' visible to guests' : ''
  return (
    <section aria-label="Numbers" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Reviews"
        value={format.number(reviews)}
        detail="all that your plan shows"
        period={`${format.number(trend.reviews.current)} posted in the last ${days} days`}
        change={changes.reviews}
        better="up"
      />
      <StatCard
        label="Average rating"
        value={reviews > 0 ? format.rating(totals.averageRating) : '–'}
        detail="of all of them"
        elsewhere={statedRatings}
        period={
          trend.reviews.current > 0
            ? `${format.rating(trend.averageRating.current)} in the last ${days} days`
            : `None posted in the last ${days} days`
        }
        change={changes.averageRating}
        better="up"
      />
      <StatCard
        label="Response rate"
        value={isFew ? ofAll : format.percent(totals.responseRate)}
        detail={
          hasHidden
            ? `${isFew ? outOf(visible, reviews) : format.percent(totals.visibleRate)}${toGuests}`
            : isFew
              ? 'reviews answered'
              : `${ofAll} reviews`
        }
        period={
          trend.reviews.current > 0
            ? `${outOf(trend.visible.current, trend.reviews.current)}${toGuests} in the last ${days} days`
            : `None posted in the last ${days} days`
        }
        change={changes.responseRate}
        // Too few reviews for a percentage.
        former={
          trend.reviews.previous > 0 && trend.reviews.current > 0
            ? `${outOf(trend.visible.previous, trend.reviews.previous)} in the ${days} days before`
            : undefined
        }
        better="up"
      />
      <StatCard
        label="Need an answer"
        value={format.number(waiting)}
        detail={waiting === 1 ? 'review without an answer' : 'reviews without an answer'}
        period={`${format.number(trend.pending.current)} from the last ${days} days`}
        change={changes.pending}
        better="down"
      />
    </section>
  )
}

interface StatCardProps {
  label: string
  value: string
  detail: string
  /** The same figure as stated by the platforms. */
  elsewhere?: string
  period: string
  change: DescribedChange | null
  /** The former figure, shown instead of a change. */
  former?: string | undefined
  better: 'up' | 'down'
}

function StatCard({ label, value, detail, elsewhere, period, change, former, better }: StatCardProps) {
  return (
    <Card className="flex flex-col p-4 sm:p-5">
      <h2 className="text-sm font-medium text-muted-foreground">{label}</h2>
      <p className="mt-1 text-2xl font-semibold tracking-tight sm:text-3xl">{value}</p>
      <p className="text-xs text-muted-foreground">{detail}</p>
      {elsewhere && <p className="text-xs text-muted-foreground">{elsewhere}</p>}
      <div className="mt-auto grid gap-0.5 pt-3 text-xs">
        <p className="text-muted-foreground">{period}</p>
        {change ? (
          <Moved change={change} better={better} />
        ) : (
          <p className="text-muted-foreground">{former ?? 'No comparison yet'}</p>
        )}
      </div>
    </Card>
  )
}

interface MovedProps extends Pick<StatCardProps, 'better'> {
  change: DescribedChange
}

function Moved({ change: { by, text }, better }: MovedProps) {
  const icon = by === 0 ? Minus : by > 0 ? ArrowUp : ArrowDown
  const isBetter = by > 0 === (better === 'up')
  return (
    <p
      className={cn(
        'flex items-center gap-0.5 font-medium [&_svg]:size-3.5 [&_svg]:shrink-0',
        by === 0 ? 'text-muted-foreground' : isBetter ? 'text-positive' : 'text-negative',
      )}
    >
      <Icon of={icon} />
      <span>{text}</span>
    </p>
  )
}
