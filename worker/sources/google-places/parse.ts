import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, averageAt, countAt } from '../at.ts'
import { failure } from '../failure.ts'
import { googleApiErrorOf } from '../google-api.ts'
import { googleApiAnswer, requireSomeKey } from '../google-api-answer.ts'
import { pageOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { isLegacyAnswer, legacyPage } from './other-formats.ts'
import { errorRefusal } from './refusal.ts'
import { readReview } from './review.ts'

const NAME = PLATFORM_NAMES.google

const KEYS = ['id', 'name', 'displayName', 'rating', 'userRatingCount', 'googleMapsUri', 'reviews']

/**
 * Reads a place with its reviews, five at most: an answer of the Places API (New), or of the legacy one. Every key may be
 * missing; a place that nobody has reviewed has neither a rating nor the list. There is never a next page.
 *
 * @throws SourceError for every other body: an error, a broken or changed format
 */
export function parse(body: string): SourcePage {
  const answer = googleApiAnswer(body)
  const error = googleApiErrorOf(answer)
  if (error) throw errorRefusal(error) ?? failure(NAME, 'format_changed')
  if (isLegacyAnswer(answer)) return legacyPage(answer)
  requireSomeKey(answer, KEYS)
  const records = at(answer, 'reviews') ?? []
  if (!Array.isArray(records)) throw failure(NAME, 'format_changed')
  const page = pageOf(NAME, records, readReview, {
    nextCursor: null,
    total: countAt(answer, 'userRatingCount'),
  })
  return { ...page, rating: averageAt(answer, 'rating') }
}
