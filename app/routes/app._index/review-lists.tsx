import { Link } from '@remix-run/react'
import { CircleCheck } from 'lucide'
import { LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Verdict } from '#app/components/verdict.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import type { Chosen } from './choices.tsx'
import type { DashboardData, ReviewLine } from './dashboard-data.server.ts'

function linkText({ status, answeredOn }: ReviewLine): string {
  if (status === 'pending') return 'Reply'
  if (status === 'removed') return 'No longer shown'
  return answeredOn ? `Answered on ${answeredOn}` : 'Answered'
}

export interface ReviewLinesProps {
  reviews: ReviewLine[]
  withBusiness: boolean
}

export function ReviewLines({ reviews, withBusiness }: ReviewLinesProps) {
  return (
    <ul className="divide-y">
      {reviews.map((review) => (
        <li key={review.id} className="relative flex gap-4 px-5 py-4 hover:bg-accent/50">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
              <Verdict review={review} size="sm" />
              <span className="min-w-0 font-medium wrap-anywhere">{review.reviewerName}</span>
              <PlatformMark platform={review.platform} own={review.own} />
              {withBusiness && (
                <span className="text-muted-foreground wrap-anywhere">{review.businessName}</span>
              )}
            </p>
            <p className="mt-1 line-clamp-2 text-sm wrap-anywhere text-muted-foreground" dir="auto">
              {review.excerpt || 'Stars only'}
            </p>
          </div>
          <p className="flex shrink-0 flex-col items-end justify-between gap-2 text-xs text-muted-foreground">
            <RelativeTime date={review.postedAt} />
            <Link
              to={review.address}
              className="text-sm font-medium text-primary after:absolute after:inset-0"
              aria-label={`${linkText(review)}${review.status === 'pending' ? ' to' : ': the review of'} ${review.reviewerName}`}
            >
              {linkText(review)}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** The newest reviews, except those listed above because they need an answer. */
export function RecentReviews({ data }: { data: DashboardData }) {
  const { recent, waiting, businesses, historyDays } = data
  if (recent.length === 0 && waiting.length > 0) return null
  return (
    <Card>
      <div className="flex items-center justify-between gap-3 border-b px-5 py-4">
        <h2 className="font-semibold tracking-tight">
          {waiting.length > 0 ? 'Other recent reviews' : 'Recent reviews'}
        </h2>
        <Link
          to="/app/reviews"
          className="flex min-h-11 items-center text-sm font-medium text-primary hover:underline print:hidden"
        >
          All reviews
        </Link>
      </div>
      {recent.length > 0 ? (
        <ReviewLines reviews={recent} withBusiness={businesses.length > 1} />
      ) : (
        <p className="px-5 py-6 text-sm text-muted-foreground">
          No reviews were found in the last {historyDays} days.
        </p>
      )}
    </Card>
  )
}

export function WaitingReviews({ data }: { data: DashboardData & { chosen: Chosen } }) {
  const format = useFormat()
  const { waiting, totals, businesses, chosen, failed } = data
  const { businessId, ledger } = chosen
  if (waiting.length === 0) {
    return (
      <Card className="flex items-center gap-3 p-5">
        <Icon of={CircleCheck} className="size-5 shrink-0 text-positive" />
        <h2 className="font-semibold tracking-tight">No review needs an answer. You’re all caught up.</h2>
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
        <LinkButton to={`/app/reviews?${address}`} size="sm">
          Answer them
        </LinkButton>
      </div>
      <ReviewLines reviews={waiting} withBusiness={businesses.length > 1} />
    </Card>
  )
}

/** Links to the replies that guests can't see yet. */
export function SavedReplies({ data }: { data: DashboardData & { chosen: Chosen } }) {
  const format = useFormat()
  const { unposted } = data.totals
  const { businessId } = data.chosen
  if (unposted === 0) return null
  const address = new URLSearchParams({
    visibility: 'public',
    reply: 'unposted',
    ...(businessId && { businessId }),
  })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 px-5 py-4">
      <div>
        <h2 className="font-semibold tracking-tight">{`Saved, not posted: ${format.number(unposted)}`}</h2>
        <p className="text-sm text-muted-foreground">
          {unposted === 1 ? 'Guests can’t see this reply yet.' : 'Guests can’t see these replies yet.'}
        </p>
      </div>
      <LinkButton to={`/app/reviews?${address}`} variant="outline" size="sm">
        {unposted === 1 ? 'Post it' : 'Post them'}
      </LinkButton>
    </Card>
  )
}

/** Only visible reviews are counted, because others can't be answered. */
function headline(count: number, number: (value: number) => string): string {
  return `${number(count)} ${count === 1 ? 'review needs' : 'reviews need'} an answer`
}
