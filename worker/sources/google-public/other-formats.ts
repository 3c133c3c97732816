import { isoFromMillis } from '../instants.ts'
import { at, countAt, isStars, languageAt, listAt, textAt } from '../json.ts'
import { type Reading, readingOf, responseOf } from '../page.ts'
import { repaired } from '../text.ts'
import {
  findReviewId,
  isReviewId,
  permalinkOf,
  type ReviewList,
  reactionsOf,
  UNNAMED_AUTHOR,
} from './review.ts'

/**
 * Parses formats from recordings and older responses that the product never requests: the list of `listugcposts`, and a
 * place with its first reviews (`/maps/preview/place`). Null for anything else.
 */
export function otherList(answer: unknown): ReviewList | null {
  if (Array.isArray(at(answer, 6))) return firstReviews(at(answer, 6))
  return postList(answer)
}

function firstReviews(place: unknown): ReviewList {
  return {
    records: listAt(place, 175, 9, 0, 0),
    read: readElement,
    nextCursor: null,
    total: countAt(place, 4, 8),
  }
}

/** `[null, next token, [[record, …], …]]`; the last page may have neither token nor list. */
function postList(answer: unknown): ReviewList | null {
  const token = at(answer, 1) ?? null
  const list = at(answer, 2) ?? null
  const isList = Array.isArray(list) || (list === null && at(answer, 0) === null)
  if (!isList || (token !== null && typeof token !== 'string')) return null
  return { records: listAt(answer, 2), read: readElement, nextCursor: textAt(answer, 1) || null, total: null }
}

/** Reads a list element. Its record may be wrapped once more; a record itself starts with its id. */
function readElement(element: unknown): Reading {
  let record = at(element, 0)
  for (let level = 0; level < 2 && Array.isArray(at(record, 0)); level += 1) record = at(record, 0)
  return readPostRecord(record)
}

/** Reads a record in the layout of 2023 or of 2024 to 2026. Texts are plain, and every path may be cut short. */
function readPostRecord(record: unknown): Reading {
  if (isForeign(record)) return 'foreign'
  const reviewId = isReviewId(at(record, 0)) ? textAt(record, 0) : findReviewId(record)
  const rating = at(record, 2, 0, 0)
  if (reviewId === null || !isStars(rating)) return 'unreadable'
  const link = textAt(record, 4, 3, 0)
  const plain = isEscapedTwice(link) ? (text: string) => repaired(unescaped(text)) : (text: string) => text
  const reviewText = plain(textAt(record, 2, 15, 0, 0) || textAt(record, 2, 1, 0))
  return readingOf(
    {
      reviewId,
      authorName: plain(textAt(record, 1, 4, 5, 0) || textAt(record, 1, 4, 0, 4)).trim() || UNNAMED_AUTHOR,
      rating,
      reviewText,
      reviewDate: isoFromMicros(at(record, 1, 2)),
      helpfulVotes: reactionsOf(at(record, 4, 6, 1)) ?? countAt(record, 4, 1) ?? 0,
      // The block exists even without a reply, because it has the links to write one.
      ownerResponse: responseOf(plain(textAt(record, 3, 14, 0, 0)), isoFromMicros(at(record, 3, 1))),
      language: reviewText === '' ? null : (languageAt(record, 2, 14, 0) ?? languageAt(record, 2, 1, 1)),
      url: permalinkOf(plain(link)),
    },
    !isReviewId(at(record, 0)),
  )
}

/** A partner's review has another site's name, and usually its host where Google's own have 'google'. */
function isForeign(record: unknown): boolean {
  const site = textAt(record, 1, 13, 0)
  const host = textAt(record, 1, 13, 3)
  return host === '' ? site !== '' && site !== 'Google' : host.toLowerCase() !== 'google'
}

function isoFromMicros(micros: unknown): string | null {
  return typeof micros === 'number' ? isoFromMillis(Math.floor(micros / 1000)) : null
}

/**
 * Some responses escape texts twice. Checked on the record's own link only: elsewhere a person may have typed the
 * backslash.
 */
function isEscapedTwice(link: string): boolean {
  return link.includes('\\u003d')
}

/** Undoes one round of JSON escapes. Jumps between backslashes, because a text may consist of nothing else. */
function unescaped(text: string): string {
  let plain = ''
  let done = 0
  for (let mark = text.indexOf('\\'); mark !== -1; mark = text.indexOf('\\', Math.max(done, mark + 1))) {
    const sign = text.charAt(mark + 1)
    const code = sign === 'u' ? text.slice(mark + 2, mark + 6) : ''
    const character = HEX_CODE.test(code) ? String.fromCharCode(Number.parseInt(code, 16)) : SIGNS.get(sign)
    if (character === undefined) continue
    plain += text.slice(done, mark) + character
    done = mark + 2 + code.length
  }
  return plain + text.slice(done)
}

const HEX_CODE = /^[0-9a-fA-F]{4}$/

const SIGNS = new Map(
  Object.entries({ '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
)
