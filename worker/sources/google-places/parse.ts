import { failure } from '../failure.ts'
import { requireApiAnswer, requireSomeKey } from '../google-api.ts'
import { isReviewId, permalinkOf, UNNAMED_AUTHOR } from '../google-public/review.ts'
import { isoFromInstant } from '../instants.ts'
import { at, averageAt, countAt, isStars, languageAt, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { isLegacyAnswer, legacyPage } from './other-formats.ts'
import { errorRefusal } from './refusal.ts'

/** As long as an industry may be. */
const MAX_CATEGORY_CHARS = 120
const KEYS = ['id', 'name', 'displayName', 'rating', 'userRatingCount', 'googleMapsUri', 'reviews']

/** Parses a place with at most five reviews, in the new or the legacy format. Every key may be missing. */
export function parse(body: string): SourcePage {
  const answer = requireApiAnswer(body, errorRefusal)
  if (isLegacyAnswer(answer)) return legacyPage(answer)
  requireSomeKey(answer, KEYS)
  const records = at(answer, 'reviews') ?? []
  if (!Array.isArray(records)) throw failure('google', 'format_changed')
  return pageOf('google', records, readReview, {
    nextCursor: null,
    total: countAt(answer, 'userRatingCount'),
    rating: averageAt(answer, 'rating'),
    category: textAt(answer, 'primaryTypeDisplayName', 'text').trim().slice(0, MAX_CATEGORY_CHARS),
  })
}

/** Reads a review of the Places API (New). Its id, at the end of its name, is the same as in Google's public list. */
function readReview(record: unknown): Reading {
  const [, reviewId] = /^places\/[^/]{1,300}\/reviews\/([^/]{1,300})$/.exec(textAt(record, 'name')) ?? []
  const rating = at(record, 'rating')
  if (!isReviewId(reviewId) || !isStars(rating)) return 'unreadable'
  // `text` is in the request's language; `originalText` is the original.
  const original = textAt(record, 'originalText', 'text') === '' ? 'text' : 'originalText'
  const reviewText = textAt(record, original, 'text')
  return readingOf({
    reviewId,
    authorName: textAt(record, 'authorAttribution', 'displayName').trim() || UNNAMED_AUTHOR,
    authorUrl: permalinkOf(textAt(record, 'authorAttribution', 'uri')),
    rating,
    reviewText,
    reviewDate: isoFromInstant(at(record, 'publishTime')),
    language: reviewText === '' ? null : languageAt(record, original, 'languageCode'),
    url: permalinkOf(textAt(record, 'googleMapsUri')),
  })
}
