import { type DateOrder, momentOfAge, orderIn, readReviewDate } from '#worker/rules/imported-dates.ts'
import { ratingIn } from '#worker/rules/imported-ratings.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import { originalOf } from '#worker/rules/translated-text.ts'
import {
  ABOUT,
  AMERICAN_PLACE,
  ANSWER,
  BEFORE_DATE,
  BUTTONS,
  MARKS,
  OTHER_PLACE,
  RECOMMENDATIONS,
} from './page-furniture.ts'

/** Fields read from pasted text, for its owner to check and complete. */
export interface PastedReview {
  platform: Platform | null
  authorName: string
  rating: number | null
  /** YYYY-MM-DD; '' if the text has no date. */
  reviewDate: string
  /** 'a month ago' if the date was computed from an age, otherwise ''. */
  age: string
  reviewText: string
}

interface PasteOptions {
  /** Current time in milliseconds; ages are relative to it. */
  now: number
  /** Order of day and month if the text leaves 03/04/2024 open. */
  dateOrder: DateOrder
}

/** Google puts it after an age, without a space. */
const NEW = / ?(?:new|neu|nouveau|nuevo|nuovo|novo)$/i
/** Matches 'il y a 2 mois'. */
const MAX_AGE_WORDS = 5
const MAX_AUTHOR_CHARS = 60

/** Finds author, stars, date and text in text copied from a review page; leaves empty what it can't find. */
export function readPasted(pasted: string, options: PasteOptions): PastedReview {
  const lines = pasted.split(/\r\n|\r|\n/).map((line) => line.trim())
  const answer = lines.findIndex((line, index) => index > 0 && matches(ANSWER, line))
  const own = answer === -1 ? lines : lines.slice(0, answer)
  const order = placeOrder(own) ?? options.dateOrder
  const found: PastedReview = {
    platform: platformOf(lines.filter((line) => line !== '')),
    authorName: '',
    rating: null,
    reviewDate: '',
    age: '',
    reviewText: '',
  }
  const text: string[] = []
  for (const line of own) {
    if (takeRecommendation(found, line) || takeDate(found, line, order) || takeAge(found, line, options.now))
      continue
    const rating = found.rating === null && !/^\d+$/.test(line) ? ratingIn(line) : null
    const isPlace = text.length === 1 && OTHER_PLACE.test(line) && found.platform !== null
    // 'Cool' may be the entire review.
    const isButton = matches(BUTTONS, line) && (found.platform !== null || text.length > 1)
    if (rating !== null && (rating * 2) % 1 === 0) found.rating = rating
    else if (isPlace || isButton || matches(ABOUT, line)) continue
    else if (line !== '' || text.length > 0) text.push(line)
  }
  // A copied review starts with its author. A text without an author starts with a longer line or a sentence.
  const [first = ''] = text
  const isWhole =
    found.authorName === '' &&
    own.length !== text.length &&
    first.length <= MAX_AUTHOR_CHARS &&
    !/[.!?]$/.test(first.replace(/ \p{L}\.$/u, ''))
  if (isWhole) found.authorName = first
  found.reviewText = originalOf((isWhole ? text.slice(1) : text).join('\n').trim())
  return found
}

function matches(expressions: readonly RegExp[], line: string): boolean {
  return expressions.some((expression) => expression.test(line))
}

function platformOf(lines: readonly string[]): Platform | null {
  const [first = '', second = ''] = lines
  // Require a date on the next line: a review's text may mention recommending, too.
  if (recommendationIn(first) !== null && /\d/.test(second)) return 'facebook'
  return MARKS.find((mark) => lines.some((line) => mark.line.test(line)))?.platform ?? null
}

/** Date order of the page, judged by the author's location. */
function placeOrder(lines: readonly string[]): DateOrder | null {
  if (lines.some((line) => AMERICAN_PLACE.test(line))) return 'mdy'
  return lines.some((line) => OTHER_PLACE.test(line)) ? 'dmy' : null
}

function recommendationIn(line: string): { authorName: string; rating: number } | null {
  for (const { line: expression, rating } of RECOMMENDATIONS) {
    const authorName = expression.exec(line)?.[1]
    if (authorName) return { authorName, rating }
  }
  return null
}

/** Only the first line has it. */
function takeRecommendation(found: PastedReview, line: string): boolean {
  const read = found.authorName === '' && found.platform === 'facebook' ? recommendationIn(line) : null
  if (!read) return false
  Object.assign(found, read)
  return true
}

/** Takes a date from a line of its own. */
function takeDate(found: PastedReview, line: string, order: DateOrder): boolean {
  const written = line.replace(BEFORE_DATE, '').replace(/ ·$/, '')
  const stated = orderIn(written)
  const read = stated === 'dmy' || stated === 'mdy' ? stated : order
  const milliseconds =
    found.reviewDate === '' && /\d{4}|\d[/.-]\d/.test(written) ? readReviewDate(written, read) : null
  if (milliseconds === null) return false
  found.reviewDate = dayOf(milliseconds)
  return true
}

/** Takes an age at the end of a line; stars may precede it. */
function takeAge(found: PastedReview, line: string, now: number): boolean {
  const parts = line.replace(NEW, '').split(' ')
  for (let start = Math.max(0, parts.length - MAX_AGE_WORDS); start < parts.length; start += 1) {
    const age = parts.slice(start).join(' ')
    const before = parts.slice(0, start).join(' ')
    const milliseconds = momentOfAge(age, now)
    const rating = ratingIn(before)
    if (milliseconds === null || (before !== '' && rating === null)) continue
    found.rating ??= rating
    if (found.reviewDate === '') Object.assign(found, { reviewDate: dayOf(milliseconds), age })
    return true
  }
  return false
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10)
}
