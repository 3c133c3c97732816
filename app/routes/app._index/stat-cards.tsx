import { ArrowDownIcon, ArrowUpIcon, MinusIcon } from 'lucide-react'
import { Card } from '#app/components/ui/card.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { trendOf } from '#worker/rules/statistics.ts'
import type { Compared } from '#worker/rules/views.ts'
import type { DashboardData } from './dashboard-data.server.ts'

/** The four numbers, each with what it is compared with. */
export function StatCards({ data }: { data: DashboardData }) {
  const format = useFormat()
  const { totals, trend, periodDays: days, historyDays } = data
  const compare = ({ current, previous }: Compared, show: (value: number) => string) =>
    `${show(current)} in the last ${days} days, ${trend.reviews.previous > 0 ? show(previous) : 'nothing'} before`
  return (
    <section aria-label="Numbers" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Reviews"
        value={format.number(totals.reviews)}
        detail={`first seen in the last ${historyDays} days`}
        compared={trend.reviews}
        comparison={compare(trend.reviews, format.number)}
      />
      <StatCard
        label="Average rating"
        value={format.rating(totals.averageRating)}
        detail="of 5 stars"
        compared={trend.averageRating}
        comparison={compare(trend.averageRating, format.rating)}
      />
      <StatCard
        label="Response rate"
        value={format.percent(totals.responseRate)}
        detail="of reviews answered"
        compared={trend.responseRate}
        comparison={compare(trend.responseRate, format.percent)}
      />
      <StatCard
        label="Waiting"
        value={format.number(totals.waiting)}
        detail="without an answer"
        compared={trend.pending}
        comparison={compare(trend.pending, format.number)}
        lessIsBetter
      />
    </section>
  )
}

interface StatCardProps {
  label: string
  value: string
  detail: string
  compared: Compared
  comparison: string
  lessIsBetter?: boolean
}

function StatCard({ label, value, detail, compared, comparison, lessIsBetter = false }: StatCardProps) {
  return (
    <Card className="flex flex-col p-4 sm:p-5">
      <h2 className="text-sm font-medium text-muted-foreground">{label}</h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-tight sm:text-3xl">{value}</span>
        <Trend compared={compared} lessIsBetter={lessIsBetter} />
      </p>
      <p className="text-xs text-muted-foreground">{detail}</p>
      <p className="mt-auto pt-3 text-xs text-muted-foreground">{comparison}</p>
    </Card>
  )
}

function Trend({ compared, lessIsBetter }: { compared: Compared; lessIsBetter: boolean }) {
  const format = useFormat()
  const { direction, percent } = trendOf(compared.current, compared.previous)
  const classes = 'inline-flex items-center gap-0.5 text-xs font-medium [&_svg]:size-3.5'
  if (direction === 'stable') {
    return (
      <span className={cn(classes, 'text-muted-foreground')}>
        <MinusIcon aria-hidden />
        stable
      </span>
    )
  }
  const better = (direction === 'up') !== lessIsBetter
  return (
    <span className={cn(classes, better ? 'text-positive' : 'text-negative')}>
      {direction === 'up' ? <ArrowUpIcon aria-label="up" /> : <ArrowDownIcon aria-label="down" />}
      {format.percent(percent)}
    </span>
  )
}
