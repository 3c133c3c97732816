import { Link } from '@remix-run/react'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Verdict } from '#app/components/verdict.tsx'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import type { ReviewLine } from './dashboard-data.server.ts'

const STATUS_WORDS = { pending: 'Reply', responded: 'Answered', removed: 'No longer shown' } as const

export interface ReviewLinesProps {
  reviews: ReviewLine[]
  /** Names the business on each line, where there is more than one. */
  withBusiness: boolean
}

/** Reviews in short; each line leads to the review with its reply. */
export function ReviewLines({ reviews, withBusiness }: ReviewLinesProps) {
  return (
    <ul className="divide-y">
      {reviews.map((review) => (
        <li key={review.id} className="relative flex gap-4 px-5 py-4 hover:bg-accent/50">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
              <Verdict review={review} size="sm" />
              <span className="font-medium break-words">{review.reviewerName}</span>
              <PlatformMark platform={review.platform} />
              {withBusiness && <span className="text-muted-foreground">{review.businessName}</span>}
            </p>
            <p className="mt-1 line-clamp-2 text-sm break-words text-muted-foreground" dir="auto">
              {review.excerpt || 'Rating without text.'}
            </p>
          </div>
          <p className="flex shrink-0 flex-col items-end justify-between gap-2 text-xs text-muted-foreground">
            <RelativeTime date={review.postedAt} />
            <Link
              to={`/app/reviews?review=${review.id}`}
              className="text-sm font-medium text-primary after:absolute after:inset-0"
              aria-label={`${review.status === 'pending' ? 'Reply to' : 'Read the review of'} ${review.reviewerName}`}
            >
              {STATUS_WORDS[review.status]}
              {review.answeredOn && ` on ${PLATFORM_NAMES[review.answeredOn]}`}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  )
}
