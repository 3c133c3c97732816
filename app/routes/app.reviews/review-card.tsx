import './reviews.css'
import { Link } from '@remix-run/react'
import { Badge } from '#app/components/ui/badge.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Verdict } from '#app/components/verdict.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { PLATFORM_NAMES } from '#worker/rules/platforms.ts'
import { recommendationText } from '#worker/rules/recommendations.ts'
import { ReplyArea, type ReplyAreaProps } from './reply-area.tsx'

/** The lines of a folded text show about 450 characters; folding a little more would win next to nothing. */
const FOLDED_FROM_CHARS = 560

export interface ReviewCardProps extends ReplyAreaProps {
  /** The business's name, where there is more than one. */
  businessName: string | undefined
  /** On a screen of its own, above its history. */
  isAlone?: boolean
}

/** A review whole, with its reply beside it (below it on a phone). Its look is in reviews.css. */
export function ReviewCard({ review, businessName, isAlone = false, ...replyProps }: ReviewCardProps) {
  const format = useFormat()
  const { reviewDate, scrapedAt, editedAt, removedAt, returnedAt, helpfulVotes = 0, review: text } = review
  const posted = reviewDate ? `Posted ${format.date(reviewDate)} · first seen ` : 'First seen '
  const marks = `${review.isVerified ? ' · verified' : ''}${helpfulVotes > 0 ? ` · ${format.number(helpfulVotes)} found it helpful` : ''}`
  return (
    <article
      className="review"
      tabIndex={-1}
      aria-label={`${recommendationText(review) ?? `${review.rating} stars`}, from ${review.reviewerName}`}
    >
      <div>
        <p className="review-head">
          <Verdict review={review} />
          <b>{review.reviewerName}</b>
          <PlatformMark platform={review.platform} />
          {businessName && <span className="text-muted-foreground">{businessName}</span>}
          {editedAt && (
            <Badge variant="info">
              Edited <RelativeTime date={editedAt} />
            </Badge>
          )}
          {removedAt && (
            <Badge variant="neutral">
              {`No longer shown by ${PLATFORM_NAMES[review.platform]} since ${format.date(removedAt)}`}
            </Badge>
          )}
          {returnedAt && !removedAt && (
            <Badge variant="info">{`Back since ${format.date(returnedAt)}`}</Badge>
          )}
        </p>
        <p className={text ? 'review-text' : 'review-text text-muted-foreground'} dir="auto">
          {text || 'Rating without text.'}
        </p>
        {text.length >= FOLDED_FROM_CHARS && (
          <details>
            <summary>Read all</summary>
          </details>
        )}
        <p className="review-meta">
          {posted}
          <RelativeTime date={scrapedAt} />
          {marks}
          {editedAt && !isAlone && (
            <>
              {' · '}
              <Link to={`/app/reviews?review=${review.id}&show=history`} className="review-history">
                what changed
              </Link>
            </>
          )}
        </p>
      </div>
      <ReplyArea review={review} {...replyProps} />
    </article>
  )
}
