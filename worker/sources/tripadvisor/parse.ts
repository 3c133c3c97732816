import { UNNAMED_AUTHORS } from '../../rules/platform-names.ts'
import { failure } from '../failure.ts'
import { isoFromDay, isoFromInstant } from '../instants.ts'
import { at, averageAt, countAt, isStars, languageAt, listAt, textAt } from '../json.ts'
import { type Frame, pageOf, type Reading, readingOf, responseOf, reviewCount } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { isTripadvisorAddress } from './locate.ts'
import { requireAnswer } from './refusal.ts'

/** There is never a next page. */
export function parse(body: string): SourcePage {
  const answer = requireAnswer(body)
  const records = at(answer, 'data')
  return Array.isArray(records) ? apiPage(records) : otherPage(answer)
}

function apiPage(records: unknown[], frame: Partial<Frame> = {}): SourcePage {
  const translated = records.filter(isOnlyTranslated).length
  const warnings =
    translated === 0
      ? []
      : [
          `Shown without text, because TripAdvisor sent only a machine translation: ${reviewCount(translated)}.`,
        ]
  return pageOf('tripadvisor', records, readApiReview, { nextCursor: null, total: null, warnings, ...frame })
}

/** Reads a review of the partner API, whose numbers are strings. */
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

function countIn(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

const UNNAMED_AUTHOR = UNNAMED_AUTHORS.tripadvisor

/** Accepts a number (Content API and web site) or digits (partner API). */
function reviewIdOf(id: unknown): string | null {
  const text = Number.isSafeInteger(id) ? String(id) : id
  return typeof text === 'string' && /^[1-9]\d{0,18}$/.test(text) ? text : null
}

/** Null if the address doesn't lead to TripAdvisor. */
function permalinkOf(link: string): string | null {
  const url = URL.parse(link)
  return url && isTripadvisorAddress(url) ? url.href : null
}

const ONLY_NUMBERS = 'TripAdvisor says how many reviews there are but sent none of them.'

/**
 * Parses formats from recordings and older responses that the product never requests: a location of the partner API,
 * the Content API's predecessor, or the response to the web site's own query.
 */
function otherPage(answer: unknown): SourcePage {
  return locationPage(answer) ?? sitePage(answer)
}

/** A location of the partner API, with or without reviews. */
function locationPage(answer: unknown): SourcePage | null {
  const total = countIn(at(answer, 'num_reviews'))
  const rating = averageAt(answer, 'rating') ?? undefined
  const records = at(answer, 'reviews')
  if (Array.isArray(records)) return apiPage(records, { total, rating })
  if (textAt(answer, 'location_id') === '' || total === null) return null
  return apiPage([], { total, rating, warnings: [ONLY_NUMBERS] })
}

/**
 * Parses a response of TripAdvisor's own site. It can have several results, one of which contains the review list:
 * `[{ data: { locations: [{ reviewListPage }] } }]`.
 */
function sitePage(answer: unknown): SourcePage {
  const operations = Array.isArray(answer) ? answer : [answer]
  const locations = operations.flatMap((operation) => listAt(operation, 'data', 'locations'))
  const location = locations.find((candidate) => Array.isArray(at(candidate, 'reviewListPage', 'reviews')))
  if (location === undefined) throw failure('tripadvisor', 'format_changed')
  // The list's own count excludes reviews in other languages.
  const total =
    countAt(location, 'reviewSummary', 'count') ?? countAt(location, 'reviewListPage', 'totalCount')
  const records = listAt(location, 'reviewListPage', 'reviews')
  const rating = averageAt(location, 'reviewSummary', 'rating') ?? undefined
  return pageOf('tripadvisor', records, readSiteReview, { nextCursor: null, total, rating })
}

function readSiteReview(record: unknown): Reading {
  const reviewId = reviewIdOf(at(record, 'id'))
  const rating = at(record, 'rating')
  if (reviewId === null || !isStars(rating)) return 'unreadable'
  const reviewText = textAt(record, 'text').trimEnd()
  const response = at(record, 'mgmtResponse')
  const author = textAt(record, 'userProfile', 'displayName') || textAt(record, 'username')
  return readingOf({
    reviewId,
    authorName: author.trim() || UNNAMED_AUTHOR,
    rating,
    reviewText,
    reviewDate: isoFromDate(textAt(record, 'publishedDate')),
    helpfulVotes: countAt(record, 'helpfulVotes') ?? 0,
    ownerResponse: responseOf(
      textAt(response, 'text').trimEnd(),
      isoFromDate(textAt(response, 'publishedDate')),
    ),
    language:
      reviewText === '' ? null : (languageAt(record, 'originalLanguage') ?? languageAt(record, 'language')),
    url: permalinkOf(textAt(record, 'absoluteUrl')),
  })
}

/** Converts the site's dates: `2024-10-18`. */
function isoFromDate(text: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  return year === undefined ? null : isoFromDay(Number(year), Number(month), Number(day))
}
