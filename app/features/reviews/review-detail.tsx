import { Link } from '@remix-run/react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Verdict } from '#app/components/verdict.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useMay, useViewer } from '#app/lib/viewer.ts'
import type { Assignee } from '#worker/reviews/assign.ts'
import { counted } from '#worker/rules/counted.ts'
import { hasFeature } from '#worker/rules/plans.ts'
import { platformName } from '#worker/rules/platforms.ts'
import { recommendationText } from '#worker/rules/sentiment.ts'
import type { ReplyAreaProps } from '../replies/reply-area.client.tsx'
import { ReplySlot } from '../replies/reply-slot.tsx'
import { ReviewTags } from '../tags/review-tags.tsx'
import { MarkedText } from './marked-text.tsx'
import type { HistoryEvent } from './review-row.server.ts'

// Loaded on demand: these parts are at the end of a review, and only some reviews have them.
const AssignmentArea = onDemand(() => import('../assignments/assignment-area.client.tsx'))
const ReviewPhotos = onDemand(() => import('./review-photos.client.tsx'))
const ReviewReading = onDemand(() => import('./review-reading.client.tsx'))
const ReviewNotes = onDemand(() => import('./review-notes.client.tsx'))
const ReviewHistory = onDemand(() => import('./review-history.client.tsx'))

const LINK =
  'inline-flex min-h-11 items-center text-sm font-medium text-primary hover:underline dense:min-h-8 print:hidden'

export interface ReviewDetailProps extends Omit<ReplyAreaProps, 'typed'> {
  search: string | undefined
  /** People that the review can be assigned to; empty if there is only one person. */
  people: readonly Assignee[]
  /** History of the review; null if it wasn't read. */
  history: HistoryEvent[] | null
  /** URL from which the review's history is read. */
  address: string
}

export function ReviewDetail({ review, search, people, history, address, ...replyProps }: ReviewDetailProps) {
  const format = useFormat()
  const isHydrated = useHydrated()
  const { plan } = useViewer()
  const mayReport = useMay('reviews.answer')
  const canAnswer = people.filter(({ businessIds }) => businessIds?.includes(review.businessId) ?? true)
  const {
    reviewDate,
    scrapedAt,
    editedAt,
    removedAt,
    returnedAt,
    helpfulVotes = 0,
    photos = 0,
    review: text,
  } = review
  const platform = platformName(review)
  const marks = `${review.isVerified ? ' · verified' : ''}${helpfulVotes > 0 ? ` · ${format.number(helpfulVotes)} found it helpful` : ''}${photos > 0 ? ` · ${counted(photos, 'photo', format)}` : ''}`
  const places = (
    <div className="review-photos" aria-hidden="true">
      {Array.from({ length: photos }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
        <span key={place} />
      ))}
    </div>
  )
  const wasChanged = editedAt || removedAt || returnedAt
  return (
    <article
      className="review"
      tabIndex={-1}
      aria-label={`${recommendationText(review) ?? counted(review.rating, 'star', format)}, from ${review.reviewerName}`}
    >
      <h2 className="text-lg font-semibold tracking-tight" tabIndex={-1} dir="auto">
        <MarkedText text={review.reviewerName} search={search} />
      </h2>
      <p className="review-head">
        <Verdict review={review} />
        <PlatformMark platform={review.platform} own={review.own} />
        <span className="text-muted-foreground">{replyProps.businessName}</span>
      </p>
      {wasChanged && (
        <p className="review-head">
          {editedAt && (
            <Badge variant="info">
              Edited <RelativeTime date={editedAt} />
            </Badge>
          )}
          {removedAt && (
            <Badge variant="neutral" className="whitespace-normal">
              {`No longer shown by ${platform} since ${format.date(removedAt)}`}
            </Badge>
          )}
          {returnedAt && !removedAt && (
            <Badge variant="info">{`Back since ${format.date(returnedAt)}`}</Badge>
          )}
        </p>
      )}
      <p className={text ? 'review-text' : 'review-text text-muted-foreground'} dir="auto">
        {text ? <MarkedText text={text} search={search} /> : 'Stars only'}
      </p>
      {photos > 0 && <ReviewPhotos reviewId={review.id} places={places} fallback={places} />}
      <p className="review-meta">
        {reviewDate ? `Posted ${format.date(reviewDate)} · first seen ` : 'First seen '}
        <RelativeTime date={scrapedAt} />
        {marks}
        {editedAt && !history && (
          <>
            {' · '}
            <Link to={address} preventScrollReset className="review-history">
              what changed
            </Link>
          </>
        )}
      </p>
      {text && isHydrated && hasFeature(plan, 'hasAIInsights') && (
        <ReviewReading reviewId={review.id} onStay={replyProps.onStay} />
      )}
      {!removedAt && review.platform !== 'other' && (mayReport || review.hasReplyPage) && (
        <p className="flex flex-wrap gap-x-4">
          {mayReport && (
            <Link to={`/app/reviews/cases?review=${review.id}`} className={LINK}>
              Report this review
            </Link>
          )}
          {review.hasReplyPage && (
            <a
              href={`/app/reviews/open?review=${review.id}`}
              target="_blank"
              rel="noopener noreferrer"
              className={LINK}
            >
              {`Open on ${platform}`}
            </a>
          )}
        </p>
      )}
      <ReviewTags review={review} />
      {canAnswer.length > 0 && isHydrated && (
        <AssignmentArea reviewId={review.id} assignment={review.assignment} people={canAnswer} />
      )}
      <ReplySlot review={review} {...replyProps} />
      {isHydrated && <ReviewNotes key={review.id} reviewId={review.id} hasNotes={review.hasNotes ?? false} />}
      {wasChanged && history && isHydrated && <ReviewHistory events={history} platform={platform} />}
    </article>
  )
}
