import { knownPhotos, type ReviewPhoto } from '../../rules/photos.ts'
import { UNNAMED_AUTHORS } from '../../rules/platform-names.ts'
import { failure } from '../failure.ts'
import { isListingAddress } from '../hosts.ts'
import { isoFromMillis } from '../instants.ts'
import { at, countAt, isStars, languageAt, listAt, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf, responseOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { htmlToText, repaired } from '../text.ts'
import { isLimitedView, requireAnswer } from './refusal.ts'

/** Maximum reviews that signed-out visitors see of a place with a limited view. */
const LIMITED_VIEW_REVIEWS = 5

/** Parses the review window's format (`GetLocalBoqProxy`) or one of the formats of `otherList`. */
export function parse(body: string): SourcePage {
  const answer = requireAnswer(body)
  const list = Array.isArray(at(answer, 1, 10)) ? reviewWindow(at(answer, 1, 10)) : otherList(answer)
  if (list === null) throw failure('google', 'format_changed')
  const { records, read, nextCursor, total } = list
  if (
    records.length <= LIMITED_VIEW_REVIEWS &&
    isLimitedView(body) &&
    isLimitedView(textOutside(records, answer))
  ) {
    throw failure('google', 'limited_view')
  }
  return pageOf('google', records, read, { nextCursor, total })
}

/** Reads the format of `GetLocalBoqProxy`; null if the reviews aren't an array. */
function reviewWindow(list: unknown): ReviewList | null {
  const records = at(list, 2) ?? []
  if (!Array.isArray(records)) return null
  return { records, read: readBoqRecord, nextCursor: textAt(list, 6) || null, total: null }
}

/** The response as text without the reviews, whose authors may have written anything. */
function textOutside(records: unknown[], answer: unknown): string {
  return JSON.stringify(answer, (_, value) => (value === records ? null : value))
}

interface ReviewList {
  records: unknown[]
  read: (record: unknown) => Reading
  nextCursor: string | null
  total: number | null
}

const MILLIS = /^\d{13}$/

/**
 * Reads a record of `GetLocalBoqProxy`. Id, stars and time anchor the layout: if one isn't in its place, we search for
 * it; if two aren't, the record is unreadable, because the other positions can't be trusted either.
 */
function readBoqRecord(record: unknown): Reading {
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
  const photos = photosOf(record)
  return readingOf(
    {
      reviewId,
      authorName: textAt(record, 3, 0).trim() || UNNAMED_AUTHOR,
      rating,
      // If position 27 is a translation, position 32 contains the original.
      reviewText: htmlToText(textAt(record, 32) || textAt(record, 27)),
      reviewDate: isoFromMillis(Number(millis)),
      helpfulVotes: reactionsOf(at(record, 47, 1)) ?? 0,
      // The reply's date is only given as '2 months ago', which can't be converted to a date.
      ownerResponse: responseOf(htmlToText(textAt(record, 4, 2)), null),
      language: languageAt(record, 26),
      url: permalinkOf(textAt(record, 12)),
      ...(photos.length > 0 && { photos }),
    },
    missing > 0,
  )
}

/**
 * Each photo is `[picture, caption, …, aspect ratio, video or null, …]`. A picture's size follows `=`; `k-no` is the
 * original.
 */
function photosOf(record: unknown): ReviewPhoto[] {
  return knownPhotos(
    listAt(record, 14).map((photo) => {
      const [picture, video] = [textAt(photo, 0), textAt(photo, 5)]
      return {
        thumbnailUrl: picture.replace(/=k-no$/, '=s300-k-no'),
        url: video || picture,
        isVideo: video !== '',
      }
    }),
  )
}

function isMillis(value: unknown): value is string {
  return typeof value === 'string' && MILLIS.test(value) && isoFromMillis(Number(value)) !== null
}

/**
 * Finds the stars elsewhere in the record. Position 45 repeats them if position 46 contains their maximum, 5.
 * Otherwise, the first number from 1 to 5 before the texts is used.
 */
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

/** Name that Google displays for authors whose account is closed. */
export const UNNAMED_AUTHOR = UNNAMED_AUTHORS.google

/** Sum of `[[reaction kind, count], …]`; null if there is no such list. */
function reactionsOf(reactions: unknown): number | null {
  if (!Array.isArray(reactions)) return null
  return reactions.reduce((sum: number, reaction) => sum + (countAt(reaction, 1) ?? 0), 0)
}

/** Null if the address doesn't lead to Google. */
export function permalinkOf(link: string): string | null {
  const url = URL.parse(link)
  return url && isListingAddress(url, 'google') ? url.href : null
}

/**
 * Url-safe base64 of a protobuf whose field 1 is a text of 16 to 127 characters; its length determines the first two
 * characters.
 */
const REVIEW_ID = /^C[h-n][A-Za-z0-9_-]{20,180}$/
/** Matches review ids of the usual lengths only, because those can't be confused with photo ids or tokens. */
const USUAL_REVIEW_ID = /^(Ch[Zd][A-Za-z0-9_-]{32,33}|Ci9[A-Za-z0-9_-]{65})$/

/** True for a public Google review id. It is opaque and case-sensitive. */
export function isReviewId(value: unknown): value is string {
  return typeof value === 'string' && REVIEW_ID.test(value)
}

function findReviewId(record: unknown): string | null {
  for (const part of Array.isArray(record) ? record : []) {
    const found = Array.isArray(part) ? part.find(isUsual) : part
    if (isUsual(found)) return found
  }
  return null
}

function isUsual(value: unknown): value is string {
  return typeof value === 'string' && USUAL_REVIEW_ID.test(value)
}

/**
 * Parses formats from recordings and older responses that the product never requests: the list of `listugcposts`, and a
 * place with its first reviews (`/maps/preview/place`). Null for anything else.
 */
function otherList(answer: unknown): ReviewList | null {
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

/**
 * Reads a list element. Its record may be nested in up to two more arrays; they are recognized by starting with an
 * array, where a record starts with its id.
 */
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

/**
 * True for a review from a partner's site. The record names the site and usually its host; for Google's own reviews,
 * these are 'Google' and 'google'.
 */
function isForeign(record: unknown): boolean {
  const site = textAt(record, 1, 13, 0)
  const host = textAt(record, 1, 13, 3)
  return host === '' ? site !== '' && site !== 'Google' : host.toLowerCase() !== 'google'
}

function isoFromMicros(micros: unknown): string | null {
  return typeof micros === 'number' ? isoFromMillis(Math.floor(micros / 1000)) : null
}

/**
 * True if the response escapes texts twice. Judged by a record's link, because people may have typed backslashes in
 * other texts.
 */
function isEscapedTwice(link: string): boolean {
  return link.includes('\\u003d')
}

/** Undoes one round of JSON escapes in linear time, even if the text consists of backslashes only. */
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
