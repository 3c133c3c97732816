import { readReviewDate } from '#worker/rules/imported-dates.ts'
import { ratingIn } from '#worker/rules/imported-ratings.ts'
import type { Platform } from '#worker/rules/platforms.ts'

/** What could be read out of a pasted text; its owner looks it over and fills in the rest. */
export interface PastedReview {
  platform: Platform | null
  authorName: string
  rating: number | null
  /** YYYY-MM-DD; '' where the text names none, or only an age. */
  reviewDate: string
  reviewText: string
}

/** Lines that a platform puts around a review when its page is copied: about the author, buttons, counts. */
const AROUND = [
  /^local guide(?: ·.*)?$/i,
  /^(?:local guide · )?\d[\d,.]* (?:reviews?|photos?|friends?|ratings?|check-ins?)(?: ·.*)?$/i,
  /^(?:elite|elite \d{2,4}|new|like|share|helpful|useful|funny|cool|thanks|love this|oh no|react|report|more|see more|read more|edited|verified|visited .*)(?: \d+)?$/i,
  /^(?:helpful|useful|funny|cool|thanks|love this|oh no) ?\(?\d*\)?$/i,
  /^\d+$/,
  /^(?:an?|\d+) (?:minute|hour|day|week|month|year)s? ago(?:new)?$/i,
  /^[\p{L}.' -]{2,40}, [A-Z]{2}(?:, [\p{L} ]+)?$/u,
  /^photo of .*$/i,
]
/** What follows is the answer, not the review. */
const ANSWER = /^(?:response from the owner|business owner information|comment from .* of .*)\b.*$/i
const AGE = /\b(?:an?|\d+) (?:minute|hour|day|week|month|year)s? ago(?:new)?$/i
const YELP = /^(?:useful|funny|cool|elite|thanks \d*|love this|oh no)\b/i
const GOOGLE = /local guide|response from the owner|\bago$|\bagonew$/i

/** Finds author, stars, date and text in what was copied from a review page; what it can't find stays empty. */
export function readPasted(pasted: string): PastedReview {
  const lines = pasted.split(/\r\n|\r|\n/).map((line) => line.trim())
  const answer = lines.findIndex((line) => ANSWER.test(line))
  const own = answer === -1 ? lines : lines.slice(0, answer)
  const found: PastedReview = {
    platform: platformOf(lines),
    authorName: '',
    rating: null,
    reviewDate: '',
    reviewText: '',
  }
  const text: string[] = []
  for (const line of own) {
    // Stars and age are in one line when they are copied together.
    const rating = found.rating === null ? ratingIn(line.replace(AGE, '')) : null
    const date = found.reviewDate === '' ? dayIn(line) : null
    if (rating !== null && (rating % 1 === 0 || rating % 1 === 0.5) && !/^\d+$/.test(line))
      found.rating = rating
    else if (date !== null) found.reviewDate = date
    else if (line === '' ? text.length > 0 : !AROUND.some((pattern) => pattern.test(line))) text.push(line)
  }
  const [first = '', ...others] = text
  // Whoever copies a whole review begins with its author; a text alone is longer, or is a sentence.
  const isWhole =
    own.length !== text.length && first.length <= 60 && !/[.!?]$/.test(first.replace(/ \p{L}\.$/u, ''))
  if (isWhole) found.authorName = first
  found.reviewText = (isWhole ? others : text).join('\n').trim()
  return found
}

function platformOf(lines: readonly string[]): Platform | null {
  if (lines.some((line) => YELP.test(line))) return 'yelp'
  return lines.some((line) => GOOGLE.test(line)) ? 'google' : null
}

/** A date that is alone in its line. */
function dayIn(line: string): string | null {
  const milliseconds = /\d{4}|\d[/.-]\d/.test(line) ? readReviewDate(line, 'mdy') : null
  return milliseconds === null ? null : new Date(milliseconds).toISOString().slice(0, 10)
}
