import { failure } from '../failure.ts'
import { isoFromDay } from '../instants.ts'
import { at, averageAt, countAt, isStars, languageAt, listAt, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf, responseOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { apiPage, countIn, permalinkOf, reviewIdOf, UNNAMED_AUTHOR } from './review.ts'

const ONLY_NUMBERS = 'TripAdvisor says how many reviews there are but sent none of them.'

/**
 * Parses formats from recordings and older responses that the product never requests: a location of the partner API,
 * the Content API's predecessor, or the response to the web site's own query.
 */
export function otherPage(answer: unknown): SourcePage {
  return locationPage(answer) ?? sitePage(answer)
}

/** Parses a location of the partner API, with or without reviews; null if it isn't one. */
function locationPage(answer: unknown): SourcePage | null {
  const total = countIn(at(answer, 'num_reviews'))
  const rating = averageAt(answer, 'rating') ?? undefined
  const records = at(answer, 'reviews')
  if (Array.isArray(records)) return apiPage(records, { total, rating })
  if (textAt(answer, 'location_id') === '' || total === null) return null
  return apiPage([], { total, rating, warnings: [ONLY_NUMBERS] })
}

/** `[{ data: { locations: [{ reviewListPage }] } }]`: the list is in one of several results. */
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
