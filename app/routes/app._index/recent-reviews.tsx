import { Link } from '@remix-run/react'
import { Card } from '#app/components/ui/card.tsx'
import type { DashboardData } from './dashboard-data.server.ts'
import { ReviewLines } from './review-lines.tsx'

/** The newest reviews, answered or not. */
export function RecentReviews({ data }: { data: DashboardData }) {
  const { recent, businesses, historyDays } = data
  return (
    <Card>
      <div className="flex items-center justify-between gap-3 border-b px-5 py-4">
        <h2 className="font-semibold tracking-tight">Recent reviews</h2>
        <Link to="/app/reviews" className="py-2 text-sm font-medium text-primary hover:underline">
          All reviews
        </Link>
      </div>
      {recent.length > 0 ? (
        <ReviewLines reviews={recent} withBusiness={businesses.length > 1} />
      ) : (
        <p className="px-5 py-6 text-sm text-muted-foreground">
          None were found in the last {historyDays} days.
        </p>
      )}
    </Card>
  )
}
