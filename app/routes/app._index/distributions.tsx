import { Card } from '#app/components/ui/card.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'
import type { TagColor } from '#worker/rules/fields.ts'
import { SENTIMENTS, type Sentiment } from '#worker/rules/sentiment.ts'
import type { DashboardData } from './dashboard-data.server.ts'

const SENTIMENT_COPY: Record<Sentiment, { name: string; bar: string }> = {
  positive: { name: 'Positive, 4–5 stars', bar: 'bg-positive' },
  neutral: { name: 'Neutral, 3 stars', bar: 'bg-neutral-soft ring-1 ring-neutral ring-inset' },
  negative: {
    name: 'Negative, 1–2 stars',
    bar: 'bg-[repeating-linear-gradient(var(--color-negative)_0_2px,transparent_2px_4px)] ring-1 ring-negative ring-inset',
  },
}

interface Row {
  name: string
  count: number
  bar: string
  color?: TagColor
}

export function SentimentCard({ data }: { data: DashboardData }) {
  const format = useFormat()
  const { sentiments, totals } = data
  return (
    <Distribution
      title={`${format.number(sentiments.positive)} of ${counted(totals.reviews, 'review', format)} ${sentiments.positive === 1 ? 'is' : 'are'} positive`}
      rows={SENTIMENTS.map((sentiment) => ({ ...SENTIMENT_COPY[sentiment], count: sentiments[sentiment] }))}
      total={totals.reviews}
    />
  )
}

export function PlatformCard({ data }: { data: DashboardData }) {
  const { title, rows } = data.platforms
  return (
    <Distribution
      title={title}
      rows={rows.map((row) => ({ ...row, bar: 'bg-chart-1' }))}
      total={data.totals.reviews}
    />
  )
}

function Distribution({ title, rows, total }: { title: string; rows: Row[]; total: number }) {
  const format = useFormat()
  return (
    <Card className="min-w-0 p-5">
      <h2 className="font-semibold tracking-tight text-balance">{title}</h2>
      <ul className="mt-4 grid gap-3 text-sm">
        {rows.map(({ name, count, bar, color }) => (
          <li key={name} className="grid gap-1">
            <p className="flex justify-between gap-3">
              <span className={color && 'tag'} data-color={color}>
                <span className="min-w-0 wrap-anywhere">{name}</span>
              </span>
              <span className="text-muted-foreground tabular-nums">{format.number(count)}</span>
            </p>
            <div aria-hidden className="h-2.5 overflow-hidden rounded-full bg-muted">
              <div
                className={cn('h-full rounded-full', bar)}
                style={{ width: `${total > 0 ? (count * 100) / total : 0}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
