import { Link } from '@remix-run/react'
import { InboxIcon, SearchXIcon } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'

/** The filters fit no review, but without them there may be some. */
export function NothingFits({ historyDays }: { historyDays: number }) {
  return (
    <EmptyState
      icon={SearchXIcon}
      title="No review fits"
      action={
        <Button asChild variant="outline">
          <Link to="/app/reviews">Clear the filters</Link>
        </Button>
      }
    >
      The filters hide all reviews. Your plan shows those first seen in the last {historyDays} days.
    </EmptyState>
  )
}

/** A cursor whose page has gone, because reviews were deleted since. */
export function NoMoreReviews({ firstPage }: { firstPage: string }) {
  return (
    <EmptyState
      icon={InboxIcon}
      title="No more reviews"
      action={
        <Button asChild variant="outline">
          <Link to={firstPage}>First page</Link>
        </Button>
      }
    >
      You have reached the end of the list.
    </EmptyState>
  )
}
