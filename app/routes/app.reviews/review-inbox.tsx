import { useNavigation } from '@remix-run/react'
import { InboxIcon, SearchXIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FailedRead } from '#app/components/failed-read.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { FirstBusiness } from '#app/features/businesses/first-business.tsx'
import { FirstReviews } from '#app/features/collection/first-reviews.tsx'
import { ExportLink } from '#app/features/reviews/export-link.tsx'
import { REVIEWS_FAILED } from '#worker/rules/error-texts.ts'
import { FilterForm, ViewTabs } from './filter-form.tsx'
import { activeFilters, type Filters, listAddress } from './filters.ts'
import type { Inbox } from './inbox-data.server.ts'
import { Pager } from './pager.tsx'
import { ReviewCard } from './review-card.tsx'
import { KeysHint } from './review-keys.tsx'
import type { Outbox } from './use-reply.ts'

/** A list that is there sooner only fades for a moment. */
const SKELETON_AFTER_MS = 200

/** The list with its filters, or why there is none. */
export function ReviewInbox({ inbox, outbox }: { inbox: Inbox; outbox: Outbox }) {
  const { items, businesses, filters, errors, cursor, nextCursor, historyDays, failed } = inbox
  const address = listAddress(filters)
  const isLoading = useNavigation().location?.pathname === '/app/reviews'
  const isSlow = useDelayed(isLoading, SKELETON_AFTER_MS)
  const isEmpty = items.length === 0 && !failed && !cursor && activeFilters(filters) === 0
  // Who came to an empty list keeps seeing how collecting goes while reviews appear below.
  const [watches] = useState(isEmpty)
  const nameOf = new Map(businesses.map((business) => [business.id, business.name]))

  if (inbox.isNew) {
    return (
      <>
        <PageHeader title="Reviews" />
        <FirstBusiness />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Reviews"
        description={describe(filters, historyDays, nameOf)}
        actions={!isEmpty && <ExportLink filters={filters} />}
      />
      {(isEmpty || watches) && <FirstReviews historyDays={historyDays} isEmpty={isEmpty} />}
      {!isEmpty && (
        <>
          <ViewTabs filters={filters} />
          <FilterForm key={address} filters={filters} errors={errors} businesses={businesses} />
          <div className="grid gap-3 aria-busy:opacity-60" aria-busy={isLoading}>
            {isSlow ? (
              <ReviewSkeletons count={items.length} />
            ) : (
              items.map((review) => (
                <ReviewCard
                  key={review.id}
                  review={review}
                  outbox={outbox}
                  businessName={businesses.length > 1 ? nameOf.get(review.businessId) : undefined}
                />
              ))
            )}
          </div>
          {failed && <FailedRead title={REVIEWS_FAILED} />}
          {items.length === 0 &&
            !failed &&
            !isLoading &&
            (cursor ? <NoMoreReviews firstPage={address} /> : <NothingFits historyDays={historyDays} />)}
          <Pager filters={filters} cursor={cursor} nextCursor={nextCursor} />
          {items.length > 0 && <KeysHint />}
        </>
      )}
    </>
  )
}

function describe({ businessId, sort }: Filters, historyDays: number, nameOf: Map<string, string>): string {
  const name = nameOf.get(businessId ?? '')
  const order = sort === 'oldest' ? 'oldest' : 'newest'
  return `${name ? `${name}: first` : 'First'} seen in the last ${historyDays} days, ${order} first.`
}

/** The filters fit no review, but without them there may be some. */
function NothingFits({ historyDays }: { historyDays: number }) {
  return (
    <EmptyState
      icon={SearchXIcon}
      title="No review fits"
      action={
        <LinkButton to="/app/reviews" variant="outline">
          Clear the filters
        </LinkButton>
      }
    >
      The filters hide all reviews. Your plan shows those first seen in the last {historyDays} days.
    </EmptyState>
  )
}

/** A cursor whose page has gone, because reviews were deleted since. */
function NoMoreReviews({ firstPage }: { firstPage: string }) {
  return (
    <EmptyState
      icon={InboxIcon}
      title="No more reviews"
      action={
        <LinkButton to={firstPage} variant="outline">
          First page
        </LinkButton>
      }
    >
      You have reached the end of the list.
    </EmptyState>
  )
}

/** In place of the reviews while others are fetched: as many, of a usual review's size. */
function ReviewSkeletons({ count }: { count: number }) {
  return Array.from({ length: Math.max(count, 3) }, (_, index) => index).map((index) => (
    <Card key={index} className="grid h-56 content-start gap-3 p-5 lg:h-36">
      <Skeleton className="h-4 w-64 max-w-full" />
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-3 w-48 max-w-full" />
    </Card>
  ))
}

/** True once `isActive` has held for so long: what is over at once needs no announcement. */
function useDelayed(isActive: boolean, delayMs: number): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setDue(true), delayMs)
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [isActive, delayMs])
  return isActive && isDue
}
