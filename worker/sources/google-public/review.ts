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
  /** How many reviews the place states; null where the answer doesn't say. */
  total: number | null
}

const MILLIS = /^\d{13}$/

/**
 * Reads a record of `GetLocalBoqProxy`. Id, stars and time anchor the layout: if one is not in its place it is searched
 * for once; if two are missing, the other places can't be trusted either.
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
      // 32 is filled when 27 is a translation, and then contains the original.
      reviewText: htmlToText(textAt(record, 32) || textAt(record, 27)),
      reviewDate: isoFromMillis(Number(millis)),
      helpfulVotes: reactionsOf(at(record, 47, 1)) ?? 0,
      // The reply's date is only given as '2 months ago', which is no date.
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

/** 45 repeats the stars, 46 is the most there can be; without these two, the first number before the texts. */
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

/** An author without a name, as Google displays closed accounts. */
export const UNNAMED_AUTHOR = UNNAMED_AUTHORS.google

/** Sum of `[[reaction kind, count], …]`; null when there is no such list. */
export function reactionsOf(reactions: unknown): number | null {
  if (!Array.isArray(reactions)) return null
  return reactions.reduce((sum: number, reaction) => sum + (countAt(reaction, 1) ?? 0), 0)
}

/** An address as Google gives it for a review or a place; null when it does not lead to Google. */
export function permalinkOf(link: string): string | null {
  const url = URL.parse(link)
  return url && isListingAddress(url, 'google') ? url.href : null
}

/** Url-safe base64 of a protobuf whose field 1 is a text of 16 to 127 characters; the length makes the first two. */
const REVIEW_ID = /^C[h-n][A-Za-z0-9_-]{20,180}$/
/** The lengths in use; only these are certain not to be photo ids or tokens. */
const USUAL_REVIEW_ID = /^(Ch[Zd][A-Za-z0-9_-]{32,33}|Ci9[A-Za-z0-9_-]{65})$/

/** True for a public Google review id. It is opaque and case-sensitive. */
export function isReviewId(value: unknown): value is string {
  return typeof value === 'string' && REVIEW_ID.test(value)
}

/** The first review id among the parts of a record and their parts; null when there is none. */
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
