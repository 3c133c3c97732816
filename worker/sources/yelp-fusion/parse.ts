import { failure, requestRefused, requireJson } from '../failure.ts'
import { isoFromInstant } from '../instants.ts'
import { at, averageAt, countAt, isStars, textAt } from '../json.ts'
import { pageOf, type Reading, readingOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { isEncid, locate } from '../yelp-public/locate.ts'
import { UNNAMED_AUTHOR } from '../yelp-public/parse.ts'
import { errorCodeOf, errorRefusal, NOTHING_TO_SHOW } from './refusal.ts'

const NO_REVIEWS = 'Yelp has no recommended reviews of this business to show.'
const ONLY_NUMBERS = 'Yelp says how many reviews there are but sent none of them.'

/** There is never a next page. */
export function parse(body: string): SourcePage {
  const answer = requireJson('yelp', body)
  const code = errorCodeOf(answer)
  if (code === NOTHING_TO_SHOW) return { reviews: [], nextCursor: null, total: null, warnings: [NO_REVIEWS] }
  if (code !== '') throw errorRefusal(answer) ?? requestRefused('yelp')
  const total = countAt(answer, 'total') ?? countAt(answer, 'review_count')
  // A business states its average; a list of excerpts doesn't.
  const rating = averageAt(answer, 'rating') ?? undefined
  const records = at(answer, 'reviews')
  if (Array.isArray(records)) return pageOf('yelp', records, readExcerpt, { nextCursor: null, total, rating })
  if (textAt(answer, 'id') === '' || total === null) throw failure('yelp', 'format_changed')
  return pageOf('yelp', [], readExcerpt, { nextCursor: null, total, rating, warnings: [ONLY_NUMBERS] })
}

function readExcerpt(record: unknown): Reading {
  const url = URL.parse(textAt(record, 'url'))
  // In the format of 2016 the review's id is only in its address.
  const reviewId = at(record, 'id') ?? url?.searchParams.get('hrid')
  const rating = at(record, 'rating')
  if (!isEncid(reviewId) || !isStars(rating)) return 'unreadable'
  const listing = url && locate(url)
  return readingOf({
    reviewId,
    authorName: textAt(record, 'user', 'name').trim() || UNNAMED_AUTHOR,
    rating,
    reviewText: textAt(record, 'text'),
    reviewDate: isoFromLocalTime(textAt(record, 'time_created')),
    url: listing ? `${listing.url}?hrid=${reviewId}` : null,
  })
}

/** The business's local time without its zone, stored as if UTC: off by the same hours for all its reviews. */
function isoFromLocalTime(text: string): string | null {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? isoFromInstant(`${text}Z`) : null
}
