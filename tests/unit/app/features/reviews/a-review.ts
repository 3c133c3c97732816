import type { ReviewView } from '#worker/reviews/review-view.ts'

/** A 5-star review without an answer, but for what a test gives. */
export function aReview(given: Partial<ReviewView> = {}): ReviewView {
  return {
    id: '17',
    businessId: 'business-1',
    businessName: 'Harbor Café',
    platform: 'google',
    reviewerName: 'Ada',
    rating: 5,
    review: 'Lovely soup.',
    date: '2026-03-30T08:00:00.000Z',
    sentiment: 'positive',
    status: 'pending',
    isSettled: false,
    response: null,
    posting: null,
    leavesAt: null,
    hasSuggestion: false,
    hasNotes: false,
    tags: [],
    assignment: null,
    canPost: false,
    ownerResponse: null,
    helpfulVotes: 0,
    isVerified: false,
    language: null,
    url: 'https://maps.example/review/17',
    replyUrl: null,
    photos: [],
    editedAt: null,
    removedAt: null,
    returnedAt: null,
    reviewDate: '2026-03-30T08:00:12.345Z',
    scrapedAt: '2026-03-31T14:20:31.123Z',
    ...given,
  }
}
