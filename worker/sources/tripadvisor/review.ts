import { UNNAMED_AUTHORS } from '../../rules/platforms.ts'
import { isoFromInstant } from '../instants.ts'
import { at, isStars, languageAt, textAt } from '../json.ts'
import { type Frame, pageOf, type Reading, readingOf, responseOf, reviewCount } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { isTripadvisorAddress } from './locate.ts'

/** Reads reviews of the Content API or the partner API; neither has a next page. */
export function apiPage(records: unknown[], frame: Partial<Frame> = {}): SourcePage {
  const translated = records.filter(isOnlyTranslated).length
  const warnings =
    translated === 0
      ? []
      : [
          `Shown without text, because TripAdvisor sent only a machine translation: ${reviewCount(translated)}.`,
        ]
  return pageOf('tripadvisor', records, readApiReview, { nextCursor: null, total: null, warnings, ...frame })
}

/** Reads a review of the Content API, or of the partner API, which has its numbers as texts. */
function readApiReview(record: unknown): Reading {
  const reviewId = reviewIdOf(at(record, 'id'))
  const rating = at(record, 'rating')
  if (reviewId === null || !isStars(rating)) return 'unreadable'
  const response = at(record, 'owner_response')
  const reviewText = isOnlyTranslated(record) ? '' : textAt(record, 'text').trimEnd()
  return readingOf({
    reviewId,
    authorName: textAt(record, 'user', 'username').trim() || UNNAMED_AUTHOR,
    rating,
    reviewText,
    reviewDate: isoFromInstant(at(record, 'published_date')),
    helpfulVotes: countIn(at(record, 'helpful_votes')) ?? 0,
    ownerResponse: responseOf(
      textAt(response, 'text').trimEnd(),
      isoFromInstant(at(response, 'published_date')),
    ),
    language: reviewText === '' ? null : languageAt(record, 'lang'),
    url: permalinkOf(textAt(record, 'url')),
  })
}

/** True if the text is a machine translation and the original is missing. */
function isOnlyTranslated(record: unknown): boolean {
  return at(record, 'is_machine_translated') === true
}

/** A count, possibly in quotes; null if it isn't one. */
export function countIn(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

export const UNNAMED_AUTHOR = UNNAMED_AUTHORS.tripadvisor

/** The id as text: the Content API and the site send a number, the partner API digits. */
export function reviewIdOf(id: unknown): string | null {
  const text = Number.isSafeInteger(id) ? String(id) : id
  return typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) ? text : null
}

/** The review's own address; null if it doesn't lead to TripAdvisor. */
export function permalinkOf(link: string): string | null {
  const url = URL.parse(link)
  return url && isTripadvisorAddress(url) ? url.href : null
}
