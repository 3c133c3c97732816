import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, averageAt, countAt, listAt, textAt } from '../at.ts'
import { brokeOff, failure } from '../failure.ts'
import { parseJson } from '../json.ts'
import { pageOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { readSiteReview } from './other-formats.ts'
import { errorMessageOf, messageRefusal } from './refusal.ts'
import { countIn, isOnlyTranslated, readApiReview } from './review.ts'

const NAME = PLATFORM_NAMES.tripadvisor

const ONLY_NUMBERS = 'This answer states how many reviews there are and holds none of them.'

/**
 * Reads a page of reviews out of a body of the Content API, of the partner API before it (a location, with or without
 * its reviews), or of the web site's own query, which the product doesn't ask. There is never a next page.
 *
 * @throws SourceError for every other body: an error, a broken or changed format
 */
export function parse(body: string): SourcePage {
  const answer = parseJson(body)
  if (answer === undefined) {
    throw /^\s{0,99}[[{]/.test(body) || body.trim() === '' ? brokeOff(NAME) : failure(NAME, 'format_changed')
  }
  const message = errorMessageOf(answer)
  if (message !== '') throw messageRefusal(message)
  if (Array.isArray(at(answer, 'data'))) return apiPage(listAt(answer, 'data'), null)
  return locationPage(answer) ?? sitePage(answer)
}

function apiPage(records: unknown[], total: number | null): SourcePage {
  const translated = records.filter(isOnlyTranslated).length
  const warnings = translated === 0 ? [] : [withoutWords(translated)]
  return pageOf(NAME, records, readApiReview, { nextCursor: null, total, warnings })
}

/** A location of the partner API; null when the answer is none. */
function locationPage(answer: unknown): SourcePage | null {
  const total = countIn(at(answer, 'num_reviews'))
  const average = averageAt(answer, 'rating')
  const rating = average !== null && { rating: average }
  if (Array.isArray(at(answer, 'reviews'))) return { ...apiPage(listAt(answer, 'reviews'), total), ...rating }
  if (textAt(answer, 'location_id') === '' || total === null) return null
  return { reviews: [], nextCursor: null, total, warnings: [ONLY_NUMBERS], ...rating }
}

function withoutWords(count: number): string {
  const reviews = count === 1 ? '1 review' : `${count} reviews`
  return `Shown without their words, because TripAdvisor gave only a machine's translation of them: ${reviews}.`
}

/** `[{ data: { locations: [{ reviewListPage }] } }]`: the list stands in one of several answers. */
function sitePage(answer: unknown): SourcePage {
  const operations = Array.isArray(answer) ? answer : [answer]
  const locations = operations.flatMap((operation) => listAt(operation, 'data', 'locations'))
  const location = locations.find((candidate) => Array.isArray(at(candidate, 'reviewListPage', 'reviews')))
  if (location === undefined) throw failure(NAME, 'format_changed')
  // The list's own count leaves out reviews in other languages.
  const total =
    countAt(location, 'reviewSummary', 'count') ?? countAt(location, 'reviewListPage', 'totalCount')
  const records = listAt(location, 'reviewListPage', 'reviews')
  const page = pageOf(NAME, records, readSiteReview, { nextCursor: null, total })
  const rating = averageAt(location, 'reviewSummary', 'rating')
  return { ...page, ...(rating !== null && { rating }) }
}
