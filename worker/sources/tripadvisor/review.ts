import { at, isStars, languageAt, textAt } from '../at.ts'
import { isoFromInstant } from '../instants.ts'
import type { Reading } from '../page.ts'
import { permalinkOf, reviewIdOf, UNNAMED_AUTHOR } from './record-parts.ts'

/** Reads a review of the Content API, or of the partner API, which has its numbers as texts. */
export function readApiReview(record: unknown): Reading {
  const reviewId = reviewIdOf(at(record, 'id'))
  const rating = at(record, 'rating')
  if (reviewId === null || !isStars(rating)) return 'unreadable'
  const reviewText = isOnlyTranslated(record) ? '' : textAt(record, 'text').trimEnd()
  return {
    recovered: false,
    review: {
      reviewId,
      authorName: textAt(record, 'user', 'username').trim() || UNNAMED_AUTHOR,
      rating,
      reviewText,
      reviewDate: isoFromInstant(at(record, 'published_date')),
      helpfulVotes: countIn(at(record, 'helpful_votes')) ?? 0,
      userVerified: false,
      ownerResponse: responseOf(record),
      language: reviewText === '' ? null : languageAt(record, 'lang'),
      url: permalinkOf(textAt(record, 'url')),
    },
  }
}

/** True where the words are not the person's own; their original is not told. */
export function isOnlyTranslated(record: unknown): boolean {
  return at(record, 'is_machine_translated') === true
}

/** A count that may stand in quotes; null when it is none. */
export function countIn(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

function responseOf(record: unknown): { text: string; date: string | null } | null {
  const response = at(record, 'owner_response')
  const text = textAt(response, 'text').trimEnd()
  return text === '' ? null : { text, date: isoFromInstant(at(response, 'published_date')) }
}
