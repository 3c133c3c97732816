import { at, isStars, languageAt, textAt } from '../at.ts'
import { isoFromMillis } from '../instants.ts'
import type { Reading } from '../page.ts'
import { htmlToText } from '../text.ts'
import { permalinkOf, reactionsOf, UNNAMED_AUTHOR } from './record-parts.ts'
import { findReviewId, isReviewId } from './review-id.ts'

const MILLIS = /^\d{13}$/

/**
 * Reads a record of `GetLocalBoqProxy`. Three anchors say that the layout is the known one: the id, the stars and the
 * time. If one of them is not in its place it is searched for once; if two are missing, the other places can't be
 * trusted either.
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
  return {
    recovered: missing > 0,
    review: {
      reviewId,
      authorName: textAt(record, 3, 0).trim() || UNNAMED_AUTHOR,
      rating,
      // 32 is filled when 27 is a translation, and then holds the original.
      reviewText: htmlToText(textAt(record, 32) || textAt(record, 27)),
      reviewDate: isoFromMillis(Number(millis)),
      helpfulVotes: reactionsOf(at(record, 47, 1)) ?? 0,
      userVerified: false,
      ownerResponse: replyOf(record),
      language: languageAt(record, 26),
      url: permalinkOf(textAt(record, 12)),
    },
  }
}

/** The reply's date is only given as '2 months ago', which is no date. */
function replyOf(record: unknown): { text: string; date: null } | null {
  const text = htmlToText(textAt(record, 4, 2))
  return text.trim() === '' ? null : { text, date: null }
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
