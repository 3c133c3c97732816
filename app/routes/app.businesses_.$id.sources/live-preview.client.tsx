import { useState } from 'react'
import { OutsideLink } from '#app/components/text-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { SkeletonRows } from '#app/components/ui/skeleton.tsx'
import { Stars } from '#app/components/ui/stars.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import type { ReviewsPreview } from '#worker/collection/preview.ts'
import { PLATFORM_NAMES, type Platform } from '#worker/rules/platforms.ts'

type State =
  | { is: 'waiting' }
  | { is: 'loading' }
  | { is: 'failed'; reason: string }
  | { is: 'there'; preview: ReviewsPreview }

/**
 * Shows reviews that we may display but not store. Fetched on request, with the attribution that the platform requires.
 */
export default function LivePreview({ businessId, platform }: { businessId: string; platform: Platform }) {
  const [state, setState] = useState<State>({ is: 'waiting' })
  const name = PLATFORM_NAMES[platform]

  async function fetchReviews() {
    setState({ is: 'loading' })
    try {
      setState({ is: 'there', preview: await api.collection.preview.query({ businessId, platform }) })
    } catch (error) {
      setState({ is: 'failed', reason: errorText(error) })
    }
  }

  return (
    <section aria-label={`Reviews on ${name}`} className="grid gap-3 border-t pt-4">
      {state.is === 'loading' && <SkeletonRows label={`Asking ${name}`} row="h-20" />}
      {state.is === 'failed' && (
        <p role="alert" className="text-sm text-negative">
          {state.reason}
        </p>
      )}
      {state.is === 'there' && <Reviews preview={state.preview} />}
      <Button
        variant="outline"
        className="justify-self-start"
        pending={state.is === 'loading'}
        onClick={fetchReviews}
      >
        {state.is === 'there' ? 'Ask again' : `Show what ${name} shows`}
      </Button>
    </section>
  )
}

function Reviews({ preview }: { preview: ReviewsPreview }) {
  const name = PLATFORM_NAMES[preview.platform]
  return (
    <>
      {preview.reviews.length === 0 && (
        <p className="text-sm text-muted-foreground">{name} shows no reviews here right now.</p>
      )}
      <ul className="grid gap-4">
        {preview.reviews.map((review) => (
          <PreviewedReview key={review.reviewId} review={review} name={name} />
        ))}
      </ul>
      {preview.warnings.map((warning) => (
        <p key={warning} className="text-sm text-muted-foreground">
          {warning}
        </p>
      ))}
      <p className="text-sm text-muted-foreground">
        {preview.attribution}{' '}
        <OutsideLink href={preview.listingUrl} className="font-medium text-primary hover:underline">
          Open on {name}
        </OutsideLink>{' '}
        · fetched <RelativeTime date={preview.fetchedAt} />
      </p>
    </>
  )
}

function PreviewedReview({ review, name }: { review: ReviewsPreview['reviews'][number]; name: string }) {
  const format = useFormat()
  return (
    <li className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <Stars rating={review.rating} />
        {review.authorUrl ? (
          <OutsideLink
            href={review.authorUrl}
            className="flex min-h-11 items-center font-medium hover:underline dense:min-h-0"
          >
            {review.authorName}
          </OutsideLink>
        ) : (
          <b className="font-medium">{review.authorName}</b>
        )}
        {review.reviewDate && <span className="text-muted-foreground">{format.date(review.reviewDate)}</span>}
      </p>
      <p className={review.reviewText ? 'whitespace-pre-line' : 'text-muted-foreground'} dir="auto">
        {review.reviewText || 'Stars only'}
      </p>
      {review.ownerResponse && (
        <p className="border-l-2 pl-3 whitespace-pre-line text-muted-foreground" dir="auto">
          {review.ownerResponse.text}
        </p>
      )}
      {review.url && (
        <OutsideLink
          href={review.url}
          className="flex min-h-11 w-fit items-center text-primary hover:underline dense:min-h-0"
        >
          Read it on {name}
        </OutsideLink>
      )}
    </li>
  )
}
