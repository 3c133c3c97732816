import { randomFrom } from './random.ts'
import type { SimulatedReview } from './reviews.ts'

/** Possible numbers of digits after the milliseconds. */
const EXTRA_DIGITS = [0, 0, 3, 6] as const

/**
 * The time a review was written, as in Google's APIs: RFC 3339 in UTC with 3, 6 or 9 decimals, of which the first three
 * are the milliseconds of the public list.
 */
export function writtenInstant(review: SimulatedReview): string {
  return instantOf(review, review.createdAt)
}

/** The time of the last edit; the same text as `writtenInstant` if there was none. */
export function editedInstant(review: SimulatedReview): string {
  return instantOf(review, review.editedAt)
}

function instantOf(review: SimulatedReview, at: number): string {
  const random = randomFrom(`instant:${review.id}:${at}`)
  const extra = Array.from({ length: random.pick(EXTRA_DIGITS) }, () => random.int(0, 9)).join('')
  return new Date(at).toISOString().replace('Z', `${extra}Z`)
}
