import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { brokeOff, failure } from '../failure.ts'
import { isoFromInstant } from '../instants.ts'
import { at, averageAt, countAt, isStars, listAt, parseJson, textAt } from '../json.ts'
import { pageOf, type Reading } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { isEncid } from '../yelp-public/locate.ts'
import { UNNAMED_AUTHOR } from '../yelp-public/review.ts'
import { locate } from './locate.ts'
import { errorCodeOf, errorRefusal, NOTHING_TO_SHOW } from './refusal.ts'

const NAME = PLATFORM_NAMES.yelp

const NO_REVIEWS = 'Yelp has no recommended review of this business to show.'
const ONLY_NUMBERS = 'This answer states how many reviews there are and holds none of them.'

/**
 * Reads the excerpts of `/v3/businesses/{id}/reviews`, or a business with or without such a list, which states only its
 * number of reviews. There is never a next page.
 *
 * @throws SourceError for every other body: an error, a broken or changed format
 */
export function parse(body: string): SourcePage {
  const answer = parseJson(body)
  if (answer === undefined) {
    // A page where JSON was asked for, or JSON without its end.
    throw /^\s{0,99}[[{]/.test(body) || body.trim() === '' ? brokeOff(NAME) : failure(NAME, 'format_changed')
  }
  const code = errorCodeOf(answer)
  if (code === NOTHING_TO_SHOW) return { reviews: [], nextCursor: null, total: null, warnings: [NO_REVIEWS] }
  if (code !== '') throw errorRefusal(answer) ?? failure(NAME, 'format_changed')
  const total = countAt(answer, 'total') ?? countAt(answer, 'review_count')
  if (Array.isArray(at(answer, 'reviews'))) {
    const page = pageOf(NAME, listAt(answer, 'reviews'), readExcerpt, { nextCursor: null, total })
    return { ...page, ...ratingOf(answer) }
  }
  if (textAt(answer, 'id') === '' || total === null) throw failure(NAME, 'format_changed')
  return {
    reviews: [],
    nextCursor: null,
    total,
    ...ratingOf(answer),
    warnings: [ONLY_NUMBERS],
  }
}

/** A business states its average; a list of excerpts doesn't. */
function ratingOf(answer: unknown): Pick<SourcePage, 'rating'> {
  const rating = averageAt(answer, 'rating')
  return rating === null ? {} : { rating }
}

function readExcerpt(record: unknown): Reading {
  const url = URL.parse(textAt(record, 'url'))
  // The form of 2016 names the review only in its address.
  const reviewId = at(record, 'id') ?? url?.searchParams.get('hrid')
  const rating = at(record, 'rating')
  if (!isEncid(reviewId) || !isStars(rating)) return 'unreadable'
  const listing = url && locate(url)
  return {
    recovered: false,
    review: {
      reviewId,
      authorName: textAt(record, 'user', 'name').trim() || UNNAMED_AUTHOR,
      rating,
      reviewText: textAt(record, 'text'),
      reviewDate: isoFromLocalTime(textAt(record, 'time_created')),
      helpfulVotes: 0,
      userVerified: false,
      ownerResponse: null,
      language: null,
      url: listing ? `${listing.url}?hrid=${reviewId}` : null,
    },
  }
}

/**
 * `2022-04-04 11:39:37` is what a clock at the business showed; the answer says nothing of its zone. It is kept as if it
 * were UTC, so it is off by the zone's hours, the same for every review of a business.
 */
function isoFromLocalTime(text: string): string | null {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? isoFromInstant(`${text}Z`) : null
}
