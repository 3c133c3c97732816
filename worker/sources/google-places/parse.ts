import { createHash } from 'node:crypto'
import { SECOND_MS } from '../../rules/durations.ts'
import { failure, requestRefused } from '../failure.ts'
import { requireApiAnswer, requireSomeKey } from '../google-api.ts'
import { isReviewId, permalinkOf, UNNAMED_AUTHOR } from '../google-public/parse.ts'
import { isoFromInstant, isoFromMillis } from '../instants.ts'
import { at, averageAt, countAt, isStars, languageAt, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf } from '../page.ts'
import type { SourceError, SourcePage } from '../source.ts'
import { errorRefusal, keyRefused, placeGone } from './refusal.ts'

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
    category: textAt(answer, 'primaryTypeDisplayName', 'text'),
  })
}

/** Reads a review. Its id, the last part of its resource name, is the same as in Google's public list. */
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

/** Only the legacy API has a status in the body. */
function isLegacyAnswer(answer: object): boolean {
  return typeof at(answer, 'status') === 'string'
}

/** @throws SourceError for every status but `OK` */
function legacyPage(answer: object): SourcePage {
  const refused = statusRefused(textAt(answer, 'status'))
  if (refused) throw refused
  const result = at(answer, 'result')
  const records = at(result, 'reviews') ?? []
  if (typeof result !== 'object' || result === null || !Array.isArray(records))
    throw failure('google', 'format_changed')
  return pageOf('google', records, readLegacyReview, {
    nextCursor: null,
    total: countAt(result, 'user_ratings_total'),
    rating: averageAt(result, 'rating'),
  })
}

function statusRefused(status: string): SourceError | null {
  switch (status) {
    case 'OK':
      return null
    case 'ZERO_RESULTS':
    case 'NOT_FOUND':
      return placeGone()
    case 'OVER_QUERY_LIMIT':
      return failure('google', 'quota')
    case 'REQUEST_DENIED':
      return keyRefused()
    case 'UNKNOWN_ERROR':
      return failure('google', 'unavailable')
    default:
      return status === '' ? failure('google', 'format_changed') : requestRefused('google')
  }
}

function readLegacyReview(record: unknown): Reading {
  const time = at(record, 'time')
  const reviewDate = typeof time === 'number' ? isoFromMillis(time * SECOND_MS) : null
  const rating = at(record, 'rating')
  if (reviewDate === null || !isStars(rating)) return 'unreadable'
  const reviewText = textAt(record, 'text')
  return readingOf({
    reviewId: idOf(record, reviewDate),
    authorName: textAt(record, 'author_name').trim() || UNNAMED_AUTHOR,
    authorUrl: permalinkOf(textAt(record, 'author_url')),
    rating,
    reviewText,
    reviewDate,
    language: reviewText === '' ? null : languageAt(record, 'language'),
  })
}

/** Id for a review without one, from its author and time. */
function idOf(record: unknown, writtenAt: string): string {
  return createHash('sha256')
    .update(`${textAt(record, 'author_url')} ${writtenAt}`)
    .digest('base64url')
}
