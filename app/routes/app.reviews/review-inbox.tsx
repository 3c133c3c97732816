import { useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { FailedRead } from '#app/components/failed-read.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { REVIEWS_FAILED } from '#worker/rules/error-catalogue.ts'
import { FirstBusiness } from '../../features/businesses/first-business.tsx'
import { FirstReviews } from '../../features/collection/first-reviews.tsx'
import { NoMoreReviews, NothingFits } from './empty-list.tsx'
import { FilterForm } from './filter-form.tsx'
import { activeFilters, type Filters, listAddress } from './filters.ts'
import { KeysHint } from './keys-hint.tsx'
import { Pager } from './pager.tsx'
import { ReviewCard } from './review-card.tsx'
import { ReviewSkeletons } from './review-skeletons.tsx'
import type { Inbox } from './route.tsx'
import { useDelayed } from './use-delayed.ts'
import type { Outbox } from './use-reply.ts'
import { ViewTabs } from './view-tabs.tsx'

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
      <PageHeader title="Reviews" description={describe(filters, historyDays, nameOf)} />
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
