import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { DAY_MS } from './durations.ts'
import {
  decimalId,
  nullableString,
  PAGE_GONE,
  pageLimit,
  RangeEnd,
  RangeStart,
  SearchText,
  uuid,
  wholeNumber,
} from './fields.ts'
import { AnyPlatformKey } from './own-platforms.ts'
import { MISMATCHES, TermText, TOPICS } from './review-features.ts'
import { SENTIMENTS } from './sentiment.ts'
import { LedgerChoice } from './statistics.ts'

const REVIEW_STATUSES = ['pending', 'responded'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** All reviews, those the platform shows now, or those it no longer shows. */
const VISIBILITIES = ['all', 'public', 'removed'] as const

const MAX_PAGE_REVIEWS = 100

const TEXTS = ['with', 'without'] as const

const WITH_PHOTOS = ['with'] as const

const CHANGES = ['edited', 'edited_or_removed'] as const

const REPLIES = ['unposted', 'hidden', 'visible'] as const

/**
 * Order by time first seen (`newest`, `oldest`), by time posted (first seen if the platform gives no date), or by
 * sentiment (`worst`: bad reviews first, newest first within each sentiment).
 */
const REVIEW_SORTS = ['newest', 'oldest', 'posted', 'posted_oldest', 'worst'] as const
export type ReviewSort = (typeof REVIEW_SORTS)[number]

const WHOLE_STARS = 'Choose a rating of 1 to 5 stars.'

/** Reviews posted longer than this before they were first seen are history: nobody is notified of them. */
export const NEWS_MS = 30 * DAY_MS

export const ReviewKey = decimalId('Unknown review. Choose one from the list.')

/** Ids of at most MAX_PAGE_REVIEWS reviews. */
export const ReviewKeys = v.pipe(
  v.array(ReviewKey, 'Choose reviews from the list.'),
  v.maxLength(MAX_PAGE_REVIEWS, `Choose at most ${MAX_PAGE_REVIEWS} reviews.`),
)

/**
 * Filters and order of a list of reviews. The orders `newest` and `oldest` become `posted` and `posted_oldest` if there
 * is a search or any filter except the business. `from` and `to` limit the time by which the list is ordered,
 * `seenFrom` and `seenTo` the time first seen. Both ranges become half-open, in milliseconds. All other filters are
 * ignored if `ids` is given.
 */
export const ListReviewsInput = v.optional(
  v.pipe(
    v.object({
      businessId: v.optional(BusinessKey),
      platform: v.optional(AnyPlatformKey),
      sentiment: v.optional(v.picklist(SENTIMENTS, 'Choose positive, neutral or negative.')),
      status: v.optional(v.picklist(REVIEW_STATUSES, 'Choose pending or responded.')),
      visibility: v.optional(v.picklist(VISIBILITIES, 'Choose all, public or removed.'), 'all'),
      rating: v.optional(wholeNumber(1, 5, WHOLE_STARS)),
      search: v.optional(SearchText),
      text: v.optional(v.picklist(TEXTS, 'Choose with or without.')),
      photos: v.optional(v.picklist(WITH_PHOTOS, 'Choose with.')),
      changes: v.optional(v.picklist(CHANGES, 'Choose edited or edited_or_removed.')),
      /**
       * `unposted`: a response is stored here but not shown by the platform yet. `hidden`: like `unposted`, and guests
       * see no other reply either. `visible`: guests can see a reply.
       */
      reply: v.optional(v.picklist(REPLIES, 'Choose unposted, hidden or visible.')),
      assigned: v.optional(v.picklist(['me'], 'Choose me.')),
      /** Matches only reviews that AI Insights has read. `opinion` is what the text says about the topic. */
      topic: v.optional(v.picklist(TOPICS, 'Choose one of the topics listed.')),
      opinion: v.optional(v.picklist(SENTIMENTS, 'Choose positive, neutral or negative.')),
      term: v.optional(TermText),
      mismatch: v.optional(v.picklist(MISMATCHES, 'Choose complaint_inside or praise_inside.')),
      tag: v.optional(uuid('Choose one of your tags.')),
      suggestion: v.optional(v.picklist(['open'], 'Choose open.')),
      /**
       * Reviews without a visible reply, of locations with a target: `due` before the deadline, `overdue` after it. A
       * saved reply doesn't count until guests can see it.
       */
      due: v.optional(v.picklist(['due', 'overdue'], 'Choose due or overdue.')),
      ids: v.optional(ReviewKeys),
      from: v.optional(RangeStart),
      to: v.optional(RangeEnd),
      seenFrom: v.optional(RangeStart),
      seenTo: v.optional(RangeEnd),
      sort: v.optional(
        v.picklist(REVIEW_SORTS, 'Choose newest, oldest, posted, posted_oldest or worst.'),
        'newest',
      ),
      cursor: v.optional(v.pipe(v.string(), v.maxLength(200, PAGE_GONE))),
      limit: pageLimit(MAX_PAGE_REVIEWS, 'reviews'),
    }),
    v.forward(
      v.partialCheck(
        [['from'], ['to']],
        ({ from, to }) => from === undefined || to === undefined || from < to,
        'Choose an end date that is not before the start date.',
      ),
      ['to'],
    ),
    v.forward(
      v.partialCheck(
        [['seenFrom'], ['seenTo']],
        ({ seenFrom, seenTo }) => seenFrom === undefined || seenTo === undefined || seenFrom < seenTo,
        'Choose an end date that is not before the start date.',
      ),
      ['seenTo'],
    ),
  ),
  {},
)
export type ListReviewsInput = v.InferOutput<typeof ListReviewsInput>

/** Limited because the ids are part of the URL, whose length is limited. */
const MAX_CHOSEN = 400
const CHOSEN = `Choose 1 to ${MAX_CHOSEN} reviews.`

const { cursor: _cursor, limit: _limit, ...LIST_FILTERS } = ListReviewsInput.wrapped.entries

/** The filters are ignored if ids are given. */
export const ExportReviewsInput = v.optional(
  v.object({
    ...LIST_FILTERS,
    ids: v.optional(
      v.pipe(v.array(ReviewKey, CHOSEN), v.minLength(1, CHOSEN), v.maxLength(MAX_CHOSEN, CHOSEN)),
    ),
  }),
  {},
)
export type ExportReviewsInput = v.InferOutput<typeof ExportReviewsInput>

export const OpenReviewInput = v.optional(v.object({ reviewId: v.optional(ReviewKey) }), {})
export type OpenReviewInput = v.InferOutput<typeof OpenReviewInput>

export const ReviewStatsInput = v.optional(
  v.object({ businessId: v.optional(BusinessKey), ledger: LedgerChoice }),
  {},
)
export type ReviewStatsInput = v.InferOutput<typeof ReviewStatsInput>

export const MAX_ASSIGNMENT_CHARS = 500

/** `userId` is a member who can answer reviews; null to unassign. */
export const AssignReviewInput = v.object({
  reviewId: ReviewKey,
  userId: v.nullable(uuid('Choose a person.')),
  message: v.optional(nullableString(MAX_ASSIGNMENT_CHARS, 'Message'), null),
})
export type AssignReviewInput = v.InferOutput<typeof AssignReviewInput>

export const AssignReviewsInput = v.object({
  ...v.omit(AssignReviewInput, ['reviewId']).entries,
  reviewIds: v.pipe(ReviewKeys, v.minLength(1, 'Choose a review first.')),
})
export type AssignReviewsInput = v.InferOutput<typeof AssignReviewsInput>

export function assignedText(by: string, author: string, message: string | null): string {
  const what = `${by} asks you to answer ${author}’s review`
  return message === null ? `${what}.` : `${what}: ${message}`
}

export function assignedTexts(by: string, count: number, message: string | null): string {
  const what = `${by} asks you to answer ${count === 1 ? 'a review' : `${count} reviews`}`
  return message === null ? `${what}.` : `${what}: ${message}`
}

export const ReviewId = v.object({ id: ReviewKey })
export type ReviewId = v.InferOutput<typeof ReviewId>
