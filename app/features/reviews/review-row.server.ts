import type { ReviewView } from '#worker/rules/views.ts'

/** The fields of a review that the screen shows, and no others: loader data is sent twice. Absent fields cost nothing. */
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
    ...(view.status === 'responded' && { isAnswered: true }),
    ...(view.isSettled && { isSettled: true }),
    ...(view.canPost && { canPost: true }),
    ...(view.posting && { posting: view.posting }),
    ...(view.assignment && { assignment: view.assignment }),
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
