import { at, countAt, isStars, languageAt, textAt } from '../at.ts'
import { isoFromDay } from '../instants.ts'
import type { Reading } from '../page.ts'
import { permalinkOf, reviewIdOf, UNNAMED_AUTHOR } from './record-parts.ts'

/** Reads a review of the web site's own query. */
export function readSiteReview(record: unknown): Reading {
  const reviewId = reviewIdOf(at(record, 'id'))
  const rating = at(record, 'rating')
  if (reviewId === null || !isStars(rating)) return 'unreadable'
  const reviewText = textAt(record, 'text').trimEnd()
  const author = textAt(record, 'userProfile', 'displayName') || textAt(record, 'username')
  return {
    recovered: false,
    review: {
      reviewId,
      authorName: author.trim() || UNNAMED_AUTHOR,
      rating,
      reviewText,
      reviewDate: isoFromDate(textAt(record, 'publishedDate')),
      helpfulVotes: countAt(record, 'helpfulVotes') ?? 0,
      userVerified: false,
      ownerResponse: responseOf(record),
      language:
        reviewText === '' ? null : (languageAt(record, 'originalLanguage') ?? languageAt(record, 'language')),
      url: permalinkOf(textAt(record, 'absoluteUrl')),
    },
  }
}

function responseOf(record: unknown): { text: string; date: string | null } | null {
  const text = textAt(record, 'mgmtResponse', 'text').trimEnd()
  return text === '' ? null : { text, date: isoFromDate(textAt(record, 'mgmtResponse', 'publishedDate')) }
}

/** The site gives days: `2024-10-18`. */
function isoFromDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return year === undefined ? null : isoFromDay(Number(year), Number(month), Number(day))
}
