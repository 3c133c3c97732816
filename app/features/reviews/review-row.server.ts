import type { ReviewDetail, ReviewView } from '#worker/reviews/review-view.ts'

/** Fields that the screen shows, without empty ones: loader data is sent twice, as HTML and for hydration. */
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
    ...ownPlatformOf(view),
    ...(view.reviewDate && { reviewDate: toMinute(view.reviewDate) }),
    ...(view.editedAt && { editedAt: toMinute(view.editedAt) }),
    ...(view.removedAt && { removedAt: toMinute(view.removedAt) }),
    ...(view.returnedAt && { returnedAt: toMinute(view.returnedAt) }),
    ...(view.isVerified && { isVerified: true }),
    ...(view.helpfulVotes > 0 && { helpfulVotes: view.helpfulVotes }),
    ...(view.status === 'responded' && { isAnswered: true }),
    ...(view.photos.length > 0 && { photos: view.photos.length }),
    ...(view.replyUrl !== null && { hasReplyPage: true }),
    ...(view.isSettled && { isSettled: true }),
    ...(view.canPost && { canPost: true }),
    ...(view.posting && { posting: view.posting }),
    ...(view.hasSuggestion && { hasSuggestion: true }),
    ...(view.hasNotes && { hasNotes: true }),
    ...(view.tags.length > 0 && { tags: view.tags }),
    ...(view.leavesAt && { leavesAt: view.leavesAt }),
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

/** Name and color of the platform, if the owner has added it, and whether we know the review's address there. */
export function ownPlatformOf({ platformName: name, platformColor: color, url }: ReviewView) {
  return color === null ? {} : { own: { name, color, ...(url !== null && { hasPage: true }) } }
}

export type ReviewRow = ReturnType<typeof reviewRow>

/** '2026-03-02T14:20:31.123Z' → '2026-03-02T14:20Z': nothing finer is shown, and random digits don't compress. */
function toMinute(iso: string): string {
  return `${iso.slice(0, 16)}Z`
}

/** Nobody reads more of them. */
const MAX_EDITS = 10

export type HistoryEvent =
  | {
      kind: 'edited'
      at: string
      stars?: { from: number; to: number }
      texts?: { former: string; later: string }
    }
  | { kind: 'posted' | 'seen' | 'removed' | 'returned'; at: string }

/** Latest first. Includes the last ten edits, each with what it changed. */
export function historyOf(review: ReviewDetail): HistoryEvent[] {
  const versions = [{ rating: review.rating, review: review.review }, ...review.revisions]
  const edits = review.revisions.slice(0, MAX_EDITS).map((former, index): HistoryEvent => {
    const later = versions[index] ?? review
    return {
      kind: 'edited',
      at: toMinute(former.replacedAt),
      ...(former.rating !== later.rating && { stars: { from: former.rating, to: later.rating } }),
      ...(former.review !== later.review && { texts: { former: former.review, later: later.review } }),
    }
  })
  const moments = (
    [
      ['removed', review.removedAt],
      ['returned', review.returnedAt],
      ['seen', review.scrapedAt],
      ['posted', review.reviewDate],
    ] as const
  ).flatMap(([kind, at]): HistoryEvent[] => (at === null ? [] : [{ kind, at: toMinute(at) }]))
  return [...edits, ...moments].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}
