import { at, isStars, languageAt, textAt } from '../at.ts'
import { permalinkOf, UNNAMED_AUTHOR } from '../google-public/record-parts.ts'
import { isReviewId } from '../google-public/review-id.ts'
import { isoFromInstant } from '../instants.ts'
import type { Reading } from '../page.ts'

/** Reads a review of the Places API (New). Its id, the end of its name, is the one of Google's public list. */
export function readReview(record: unknown): Reading {
  const [, reviewId] = /^places\/[^/]{1,300}\/reviews\/([^/]{1,300})$/.exec(textAt(record, 'name')) ?? []
  const rating = at(record, 'rating')
  if (!isReviewId(reviewId) || !isStars(rating)) return 'unreadable'
  // `text` is in the language of the request; the original stands beside it.
  const original = textAt(record, 'originalText', 'text') === '' ? 'text' : 'originalText'
  const reviewText = textAt(record, original, 'text')
  return {
    recovered: false,
    review: {
      reviewId,
      authorName: textAt(record, 'authorAttribution', 'displayName').trim() || UNNAMED_AUTHOR,
      authorUrl: permalinkOf(textAt(record, 'authorAttribution', 'uri')),
      rating,
      reviewText,
      reviewDate: isoFromInstant(at(record, 'publishTime')),
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: null,
      language: reviewText === '' ? null : languageAt(record, original, 'languageCode'),
      url: permalinkOf(textAt(record, 'googleMapsUri')),
    },
  }
}
