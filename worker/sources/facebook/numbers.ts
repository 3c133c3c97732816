import { averageAt, countAt } from '../at.ts'
import type { ReviewSource, StatedNumbers } from '../source.ts'
import { graphAnswerOf } from './graph-answer.ts'
import { graphRequest } from './request.ts'

/** The page itself, which still tells its rating where Facebook no longer hands out recommendations (code 12). */
export const numbers: NonNullable<ReviewSource['numbers']> = {
  request: (place, access) =>
    graphRequest(encodeURIComponent(place.id), access.accessToken, {
      fields: 'overall_star_rating,rating_count',
    }),
  parse: (body) => numbersOf(graphAnswerOf(body)),
}

/** The average is absent when the page has too few ratings. */
export function numbersOf(page: unknown): StatedNumbers {
  return { total: countAt(page, 'rating_count'), rating: averageAt(page, 'overall_star_rating') }
}
