import { Link } from '@remix-run/react'
import { CircleCheckIcon } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { Chosen } from './chosen.ts'
import type { DashboardData } from './dashboard-data.server.ts'
import { ReviewLines } from './review-lines.tsx'

export interface WaitingReviewsProps {
  data: DashboardData & { chosen: Chosen }
}

/** What needs the owner now. */
export function WaitingReviews({ data }: WaitingReviewsProps) {
  const format = useFormat()
  const { waiting, totals, businesses, chosen, failed } = data
  const { businessId, ledger } = chosen
  if (waiting.length === 0) {
    return (
      <Card className="flex items-center gap-3 p-5">
        <CircleCheckIcon className="size-5 shrink-0 text-positive" aria-hidden />
        <h2 className="font-semibold tracking-tight">Every review is answered. Nothing waits for you.</h2>
      </Card>
    )
  }
  const address = new URLSearchParams({ status: 'pending', ...(businessId && { businessId }) })
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-5 py-4">
        <h2 className="font-semibold tracking-tight">
          {ledger === 'all' || failed.stats
            ? 'These need an answer'
            : headline(totals.waiting, format.number)}
        </h2>
        <Button asChild size="sm">
          <Link to={`/app/reviews?${address}`}>Answer them</Link>
        </Button>
      </div>
      <ReviewLines reviews={waiting} withBusiness={businesses.length > 1} />
    </Card>
  )
}

/** The number of all that was ever seen counts what can no longer be answered, so it is said of what is shown only. */
function headline(count: number, number: (value: number) => string): string {
  return `${number(count)} ${count === 1 ? 'review needs' : 'reviews need'} an answer`
}
