import { UNNAMED_AUTHORS } from '../../rules/platforms.ts'
import { isListingAddress } from '../hosts.ts'
import { isoFromMillis } from '../instants.ts'
import { at, countAt, isStars, languageAt, textAt } from '../json.ts'
import { type Reading, readingOf, responseOf } from '../page.ts'
import { htmlToText } from '../text.ts'

export interface ReviewList {
  records: unknown[]
  read: (record: unknown) => Reading
  nextCursor: string | null
  /** Total stated by the place; null if the response doesn't contain it. */
  total: number | null
}

const MILLIS = /^\d{13}$/

/**
 * Reads a record of `GetLocalBoqProxy`. Id, stars and time anchor the layout: if one isn't in its place, it is searched
 * for; if two are missing, the other positions can't be trusted either.
 */
export function readBoqRecord(record: unknown): Reading {
  const site = textAt(record, 44, 0)
  if (site !== '' && site !== 'Google') return 'foreign'
  const stated = { id: at(record, 5), rating: at(record, 1), millis: at(record, 2, 2) }
  const isInPlace = [isReviewId(stated.id), isStars(stated.rating), isMillis(stated.millis)]
  const missing = isInPlace.filter((found) => !found).length
  if (missing > 1) return 'unreadable'
  const reviewId = isReviewId(stated.id) ? stated.id : findReviewId(record)
  const rating = isStars(stated.rating) ? stated.rating : findStars(record)
  const millis = isMillis(stated.millis) ? stated.millis : findMillis(record)
  if (reviewId === null || rating === null || millis === null) return 'unreadable'
  return readingOf(
    {
      reviewId,
      authorName: textAt(record, 3, 0).trim() || UNNAMED_AUTHOR,
      rating,
      // If 27 is a translation, 32 contains the original.
      reviewText: htmlToText(textAt(record, 32) || textAt(record, 27)),
      reviewDate: isoFromMillis(Number(millis)),
      helpfulVotes: reactionsOf(at(record, 47, 1)) ?? 0,
      // The reply's date is only given as '2 months ago', which can't be converted to a date.
      ownerResponse: responseOf(htmlToText(textAt(record, 4, 2)), null),
      language: languageAt(record, 26),
      url: permalinkOf(textAt(record, 12)),
    },
    missing > 0,
  )
}

function isMillis(value: unknown): value is string {
  return typeof value === 'string' && MILLIS.test(value) && isoFromMillis(Number(value)) !== null
}

/** 45 repeats the stars and 46 is their maximum; without these two, use the first number before the texts. */
function findStars(record: unknown): number | null {
  const repeated = at(record, 45)
  if (isStars(repeated) && at(record, 46) === 5) return repeated
  return (Array.isArray(record) ? record.slice(0, 26) : []).find(isStars) ?? null
}

function findMillis(record: unknown): string | null {
  for (const part of Array.isArray(record) ? record : []) {
    const found = Array.isArray(part) ? part.find(isMillis) : part
    if (isMillis(found)) return found
  }
  return null
}

/** Author without a name, as Google displays closed accounts. */
export const UNNAMED_AUTHOR = UNNAMED_AUTHORS.google

/** Sum of `[[reaction kind, count], …]`; null if there is no such list. */
export function reactionsOf(reactions: unknown): number | null {
  if (!Array.isArray(reactions)) return null
  return reactions.reduce((sum: number, reaction) => sum + (countAt(reaction, 1) ?? 0), 0)
}

/** Validates a review's or place's address from Google; null if it doesn't lead to Google. */
export function permalinkOf(link: string): string | null {
  const url = URL.parse(link)
  return url && isListingAddress(url, 'google') ? url.href : null
}

/**
 * Url-safe base64 of a protobuf whose field 1 is a text of 16 to 127 characters; its length determines the first two
 * characters.
 */
const REVIEW_ID = /^C[h-n][A-Za-z0-9_-]{20,180}$/
/** Lengths in use; only these can't be confused with photo ids or tokens. */
const USUAL_REVIEW_ID = /^(Ch[Zd][A-Za-z0-9_-]{32,33}|Ci9[A-Za-z0-9_-]{65})$/

/** True for a public Google review id. It is opaque and case-sensitive. */
export function isReviewId(value: unknown): value is string {
  return typeof value === 'string' && REVIEW_ID.test(value)
}

/** The first review id in a record, up to two levels deep; null if there is none. */
export function findReviewId(record: unknown): string | null {
  for (const part of Array.isArray(record) ? record : []) {
    const found = Array.isArray(part) ? part.find(isUsual) : part
    if (isUsual(found)) return found
  }
  return null
}

function isUsual(value: unknown): value is string {
  return typeof value === 'string' && USUAL_REVIEW_ID.test(value)
}
