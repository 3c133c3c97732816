import { createHash } from 'node:crypto'
import { SECOND_MS } from '../../rules/durations.ts'
import { failure, requestRefused } from '../failure.ts'
import { permalinkOf, UNNAMED_AUTHOR } from '../google-public/review.ts'
import { isoFromMillis } from '../instants.ts'
import { at, averageAt, countAt, isStars, languageAt, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf } from '../page.ts'
import type { SourceError, SourcePage } from '../source.ts'
import { keyRefused, placeGone } from './refusal.ts'

/** True for a response of the legacy API, which states its own status, whatever the HTTP status is. */
export function isLegacyAnswer(answer: object): boolean {
  return typeof at(answer, 'status') === 'string'
}

/** Parses a place's details. @throws SourceError for every status but `OK` */
export function legacyPage(answer: object): SourcePage {
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
