import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, averageAt, countAt, textAt } from '../at.ts'
import { failure } from '../failure.ts'
import { requireSomeKey } from '../google-api-answer.ts'
import { pageOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { apiAnswer } from './api-answer.ts'
import { isUnrated, readReview } from './review.ts'

const NAME = PLATFORM_NAMES.google

const KEYS = ['reviews', 'averageRating', 'totalReviewCount', 'nextPageToken']

/**
 * Reads a page of a location's reviews. Every key may be missing; `{}` is a page without reviews, and whether that can
 * be true is for the run to judge. A review whose stars Google does not state is left out with a warning.
 *
 * @throws SourceError for every other body: an error, a broken or changed format
 */
export function parse(body: string): SourcePage {
  const answer = apiAnswer(body)
  requireSomeKey(answer, KEYS)
  const records = at(answer, 'reviews') ?? []
  if (!Array.isArray(records)) throw failure(NAME, 'format_changed')
  const rated = records.filter((record) => !isUnrated(record))
  const unrated = records.length - rated.length
  const page = pageOf(NAME, rated, readReview, {
    nextCursor: textAt(answer, 'nextPageToken') || null,
    total: countAt(answer, 'totalReviewCount'),
  })
  return {
    ...page,
    rating: averageAt(answer, 'averageRating'),
    ...(unrated > 0 && {
      warnings: [...page.warnings, withoutStars(unrated)],
      unreadable: (page.unreadable ?? 0) + unrated,
    }),
  }
}

function withoutStars(count: number): string {
  return `Left out, because ${NAME} does not state their stars: ${count === 1 ? '1 review' : `${count} reviews`}.`
}
