import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { decimalId, RangeEnd, RangeStart, SearchText } from './fields.ts'
import { PLATFORMS } from './platforms.ts'
import { SENTIMENTS } from './sentiment.ts'
import { LedgerChoice } from './statistics.ts'

const REVIEW_STATUSES = ['pending', 'responded'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** What a list guard: everything, what the platform shows now, or what it shows no longer. */
const VISIBILITIES = ['all', 'public', 'removed'] as const

const MAX_PAGE_REVIEWS = 100

/** By first seen, and by posted (first seen where the platform gives no date). */
const REVIEW_SORTS = ['newest', 'oldest', 'posted', 'posted_oldest'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

const PAGE_SIZE = `Ask for 1 to ${MAX_PAGE_REVIEWS} reviews at a time.`
const WHOLE_STARS = 'Choose a rating of 1 to 5 stars.'

/** The id of a review inside other inputs. */
export const ReviewKey = decimalId('Unknown review. Choose one from the list.')

/**
 * With `newest` and `oldest`, any filter but the business, and a search, turn the order into that of `posted` and
 * `posted_oldest`. `from` and `to` come out half-open, in milliseconds of the time the list is ordered by.
 */
export const ListReviewsInput = v.optional(
  v.pipe(
    v.object({
      businessId: v.optional(BusinessKey),
      platform: v.optional(v.picklist(PLATFORMS, 'Choose one of the platforms listed.')),
      sentiment: v.optional(v.picklist(SENTIMENTS, 'Choose positive, neutral or negative.')),
      status: v.optional(v.picklist(REVIEW_STATUSES, 'Choose pending or responded.')),
      visibility: v.optional(v.picklist(VISIBILITIES, 'Choose all, public or removed.'), 'all'),
      rating: v.optional(
        v.pipe(
          v.number(WHOLE_STARS),
          v.integer(WHOLE_STARS),
          v.minValue(1, WHOLE_STARS),
          v.maxValue(5, WHOLE_STARS),
        ),
      ),
      search: v.optional(SearchText),
      from: v.optional(RangeStart),
      to: v.optional(RangeEnd),
      sort: v.optional(v.picklist(REVIEW_SORTS, 'Choose newest, oldest, posted or posted_oldest.'), 'newest'),
      cursor: v.optional(
        v.pipe(v.string(), v.maxLength(200, 'This page is no longer there. Start again at the first one.')),
      ),
      limit: v.optional(
        v.pipe(
          v.number(PAGE_SIZE),
          v.integer(PAGE_SIZE),
          v.minValue(1, PAGE_SIZE),
          v.maxValue(MAX_PAGE_REVIEWS, PAGE_SIZE),
        ),
        MAX_PAGE_REVIEWS,
      ),
    }),
    v.forward(
      v.partialCheck(
        [['from'], ['to']],
        ({ from, to }) => from === undefined || to === undefined || from < to,
        'Choose an end date that is not before the start date.',
      ),
      ['to'],
    ),
  ),
  {},
)
export type ListReviewsInput = v.InferOutput<typeof ListReviewsInput>

export const ReviewStatsInput = v.optional(
  v.object({ businessId: v.optional(BusinessKey), ledger: LedgerChoice }),
  {},
)
export type ReviewStatsInput = v.InferOutput<typeof ReviewStatsInput>

export const ReviewId = v.object({ id: ReviewKey })
export type ReviewId = v.InferOutput<typeof ReviewId>
