import { at, countAt, isStars, languageAt, listAt, textAt } from '../at.ts'
import { isoFromDay } from '../instants.ts'
import type { Reading } from '../page.ts'
import { htmlToText } from '../text.ts'
import { isEncid } from './business-id.ts'
import { reviewUrl, UNNAMED_AUTHOR } from './review.ts'

/** Reads an element of `review_feed`; its texts are HTML and its dates days. */
export function readFeedElement(element: unknown, order: DayOrder): Reading {
  const reviewId = at(element, 'id')
  const rating = at(element, 'rating')
  if (!isEncid(reviewId) || !isStars(rating)) return 'unreadable'
  const reviewText = htmlToText(textAt(element, 'comment', 'text'))
  const business = textAt(element, 'business', 'alias') || textAt(element, 'business', 'id')
  return {
    recovered: false,
    review: {
      reviewId,
      authorName: htmlToText(textAt(element, 'user', 'markupDisplayName')).trim() || UNNAMED_AUTHOR,
      rating,
      reviewText,
      reviewDate: isoFromLocalizedDate(textAt(element, 'localizedDate'), order),
      helpfulVotes: countAt(element, 'feedback', 'counts', 'useful') ?? 0,
      userVerified: false,
      ownerResponse: replyOf(element, order),
      language: reviewText === '' ? null : languageAt(element, 'comment', 'language'),
      url: reviewUrl(business, reviewId),
    },
  }
}

function replyOf(element: unknown, order: DayOrder): { text: string; date: string | null } | null {
  const [reply] = listAt(element, 'businessOwnerReplies')
  const text = htmlToText(textAt(reply, 'comment', 'text') || textAt(reply, 'comment'))
  return text.trim() === ''
    ? null
    : { text, date: isoFromLocalizedDate(textAt(reply, 'localizedDate'), order) }
}

/** Which way round the dates of a page are written; 'unknown' when it is not the American one. */
export type DayOrder = 'month-first' | 'unknown'

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/**
 * yelp.com writes `M/D/YYYY`, country sites otherwise. One first number above 12 gives a page away, and then none of
 * its dates is believed: a wrong date is worse than none.
 */
export function dayOrderOf(elements: unknown[]): DayOrder {
  const months = elements.map((element) => Number(SLASHED.exec(textAt(element, 'localizedDate'))?.[1] ?? 1))
  return months.some((month) => month > 12) ? 'unknown' : 'month-first'
}

function isoFromLocalizedDate(text: string, order: DayOrder): string | null {
  const [, month, day, year] = SLASHED.exec(text) ?? []
  return year === undefined || order === 'unknown'
    ? null
    : isoFromDay(Number(year), Number(month), Number(day))
}
