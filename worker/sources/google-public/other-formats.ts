import { at, countAt, isStars, languageAt, textAt } from '../at.ts'
import { isoFromMillis } from '../instants.ts'
import type { Reading } from '../page.ts'
import { repaired } from '../repaired.ts'
import { isEscapedTwice, permalinkOf, reactionsOf, UNNAMED_AUTHOR, unescaped } from './record-parts.ts'
import { findReviewId, isReviewId } from './review-id.ts'

/**
 * Reads a record of `listugcposts` or of a place, in the layout of 2024 to 2026 or of 2023. Texts are plain here, not
 * HTML. A rating without text is cut short, so that every path may end early.
 */
export function readPostRecord(record: unknown): Reading {
  if (isForeign(record)) return 'foreign'
  const reviewId = isReviewId(at(record, 0)) ? textAt(record, 0) : findReviewId(record)
  const rating = at(record, 2, 0, 0)
  if (reviewId === null || !isStars(rating)) return 'unreadable'
  const link = textAt(record, 4, 3, 0)
  const plain = isEscapedTwice(link) ? (text: string) => repaired(unescaped(text)) : (text: string) => text
  const reviewText = plain(textAt(record, 2, 15, 0, 0) || textAt(record, 2, 1, 0))
  return {
    recovered: !isReviewId(at(record, 0)),
    review: {
      reviewId,
      authorName: plain(textAt(record, 1, 4, 5, 0) || textAt(record, 1, 4, 0, 4)).trim() || UNNAMED_AUTHOR,
      rating,
      reviewText,
      reviewDate: isoFromMicros(at(record, 1, 2)),
      helpfulVotes: reactionsOf(at(record, 4, 6, 1)) ?? countAt(record, 4, 1) ?? 0,
      userVerified: false,
      ownerResponse: replyOf(record, plain),
      language: reviewText === '' ? null : (languageAt(record, 2, 14, 0) ?? languageAt(record, 2, 1, 1)),
      url: permalinkOf(plain(link)),
    },
  }
}

/** A partner's review has another site's name, and mostly its host where Google's own have 'google'. */
function isForeign(record: unknown): boolean {
  const site = textAt(record, 1, 13, 0)
  const host = textAt(record, 1, 13, 3)
  return host === '' ? site !== '' && site !== 'Google' : host.toLowerCase() !== 'google'
}

/** The block is there without a reply too: it carries the links to write one. */
function replyOf(
  record: unknown,
  plain: (text: string) => string,
): { text: string; date: string | null } | null {
  const text = plain(textAt(record, 3, 14, 0, 0))
  return text.trim() === '' ? null : { text, date: isoFromMicros(at(record, 3, 1)) }
}

function isoFromMicros(micros: unknown): string | null {
  return typeof micros === 'number' ? isoFromMillis(Math.floor(micros / 1000)) : null
}
