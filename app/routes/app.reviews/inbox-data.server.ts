import type { InboxView, ReviewView } from '#worker/rules/views.ts'
import type { ReadFilters } from './filters.server.ts'

interface Asked extends Pick<ReadFilters, 'filters' | 'errors'> {
  /** Where this page begins; null on the first. */
  cursor: string | null
}

/** What the list shows: a page of reviews, and what was asked for. */
export function inboxData(view: InboxView, asked: Asked) {
  return {
    ...view,
    ...asked,
    items: view.items.map(reviewRow),
    businesses: view.businesses ?? [],
    // A read that failed is no account without a business.
    isNew: view.businesses?.length === 0,
  }
}

export type Inbox = ReturnType<typeof inboxData>

/** What a card shows of a review, and nothing else: loader data is sent twice. Absent fields cost nothing. */
export function reviewRow(view: ReviewView) {
  const { id, businessId, platform, reviewerName, rating, review } = view
  return {
    id,
    businessId,
    platform,
    reviewerName,
    rating,
    review,
    scrapedAt: toMinute(view.scrapedAt),
    ...(view.reviewDate && { reviewDate: toMinute(view.reviewDate) }),
    ...(view.editedAt && { editedAt: toMinute(view.editedAt) }),
    ...(view.removedAt && { removedAt: toMinute(view.removedAt) }),
    ...(view.returnedAt && { returnedAt: toMinute(view.returnedAt) }),
    ...(view.isVerified && { isVerified: true }),
    ...(view.helpfulVotes > 0 && { helpfulVotes: view.helpfulVotes }),
    ...(view.canPost && { canPost: true }),
    ...(view.posting && { posting: view.posting }),
    ...(view.ownerResponse && {
      ownerResponse: {
        text: view.ownerResponse.text,
        ...(view.ownerResponse.date && { date: toMinute(view.ownerResponse.date) }),
      },
    }),
    ...(view.response && {
      response: {
        id: view.response.id,
        text: view.response.text,
        date: toMinute(view.response.date),
        ...(view.response.edited && { edited: true }),
        ...(view.response.postedToPlatform && { isPosted: true }),
      },
    }),
  }
}

export type ReviewRow = ReturnType<typeof reviewRow>

/** '2026-03-02T14:20:31.123Z' → '2026-03-02T14:20Z': nothing finer is shown, and random digits don't compress. */
export function toMinute(iso: string): string {
  return `${iso.slice(0, 16)}Z`
}
