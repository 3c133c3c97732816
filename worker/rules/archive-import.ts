import * as v from 'valibot'
import { CONSENTS, HAND_OVERS } from './asking.ts'
import { BusinessKey, CreateBusinessInput } from './businesses.ts'
import { CASE_STATES, MAX_REASON_CHARS } from './cases.ts'
import { AddCompetitorInput, MAX_COMPETITOR_NAME, RecordTotalsInput } from './competitors.ts'
import { MAX_CORRECTIONS, TEXT_CORRECTION, TOPIC_CORRECTION } from './corrections.ts'
import { cleanString, nullableString, requiredString, textOrNull, uuid, wholeNumber } from './fields.ts'
import { EARLIEST_MS } from './imported-dates.ts'
import {
  type FieldFault,
  IN_THE_FUTURE,
  isLanguageCode,
  isPlatformReviewId,
  MAX_AHEAD_MS,
  MAX_AUTHOR_CHARS,
  MAX_REVIEW_CHARS,
} from './imports.ts'
import { MAX_NOTE_CHARS, MAX_NOTES } from './notes.ts'
import { platformNameKey } from './own-platforms.ts'
import { ArchivedPhotos } from './photos.ts'
import { allowsPlatform, platformNotIncluded } from './plans.ts'
import { type AnyPlatform, type OwnPlatform, PLATFORMS } from './platforms.ts'
import { MAX_RESPONSE_CHARS } from './responses.ts'
import { MAX_TAG_NAME_CHARS, MAX_TAGS_PER_REVIEW, tagNameKey } from './tags.ts'
import { isHttpUrl } from './validators.ts'

/** Maximum rows per request. The body limit usually allows fewer. */
export const MAX_ARCHIVE_ROWS = 100
const MAX_REVISIONS = 200
const MAX_COUNT = 1_000_000_000
const MAX_OWNER_ANSWER_CHARS = 10_000

const TOO_OLD = 'This date is too long ago.'
const NOT_OURS = 'This does not match the format of our archives.'
const Time = v.pipe(
  v.string(NOT_OURS),
  v.isoTimestamp(NOT_OURS),
  v.transform((text) => Date.parse(text)),
  v.number(NOT_OURS),
)
const TimeOrNull = v.nullable(Time, null)
const Rating = v.pipe(v.number(NOT_OURS), v.minValue(1, NOT_OURS), v.maxValue(5, NOT_OURS))
const Flag = v.boolean(NOT_OURS)
const Count = wholeNumber(0, MAX_COUNT, NOT_OURS)
const ReviewText = cleanString(MAX_REVIEW_CHARS, 'The text')

const Correction = v.variant(
  'subject',
  [v.object({ ...TEXT_CORRECTION, correctedAt: Time }), v.object({ ...TOPIC_CORRECTION, correctedAt: Time })],
  NOT_OURS,
)

const Response = v.object({
  text: requiredString(MAX_RESPONSE_CHARS, 'The response', 'A response needs text.'),
  isPublished: Flag,
  platformResponseId: v.nullable(v.pipe(v.string(NOT_OURS), v.regex(/^[!-~]{1,300}$/, NOT_OURS))),
  postedToPlatform: Flag,
  postedAt: TimeOrNull,
  editedAt: TimeOrNull,
  createdAt: Time,
  updatedAt: Time,
})

const Note = v.object({
  text: requiredString(MAX_NOTE_CHARS, 'The note', 'A note needs text.'),
  createdAt: Time,
  editedAt: TimeOrNull,
})

const Case = v.object({
  rule: v.pipe(v.string(NOT_OURS), v.maxLength(40, NOT_OURS)),
  reason: cleanString(MAX_REASON_CHARS, 'The reason'),
  state: v.picklist(CASE_STATES, NOT_OURS),
  openedAt: Time,
  reportedAt: TimeOrNull,
  appealedAt: TimeOrNull,
  closedAt: TimeOrNull,
})

/**
 * A line of an archive's `reviews.jsonl`. Its ids are ignored, because they belong to another account. Times become
 * milliseconds.
 */
const StoredReview = v.object({
  platform: v.picklist([...PLATFORMS, 'other'], NOT_OURS),
  platformName: v.optional(v.string(NOT_OURS), ''),
  platformReviewId: v.pipe(v.string(NOT_OURS), v.check(isPlatformReviewId, NOT_OURS)),
  source: v.pipe(v.string(NOT_OURS), v.maxLength(40, NOT_OURS)),
  authorName: requiredString(MAX_AUTHOR_CHARS, 'The author', 'Enter the name of the author.'),
  rating: Rating,
  reviewText: ReviewText,
  textIsExcerpt: Flag,
  reviewDate: TimeOrNull,
  language: v.optional(textOrNull(NOT_OURS, isLanguageCode), null),
  url: v.optional(textOrNull(NOT_OURS, isHttpUrl), null),
  // Missing in older archives.
  photos: v.optional(ArchivedPhotos, []),
  replyUrl: v.optional(textOrNull(NOT_OURS, isHttpUrl), null),
  helpfulVotes: Count,
  isVerified: Flag,
  ownerResponse: v.nullable(
    v.object({ text: cleanString(MAX_OWNER_ANSWER_CHARS, 'The answer'), date: TimeOrNull }),
  ),
  responded: Flag,
  // Missing in older archives.
  settledAt: v.optional(TimeOrNull, null),
  firstSeenAt: Time,
  updatedAt: Time,
  editedAt: TimeOrNull,
  missedScans: Count,
  removedAt: TimeOrNull,
  returnedAt: TimeOrNull,
  revisions: v.pipe(
    v.array(v.object({ rating: Rating, reviewText: ReviewText, replacedAt: Time })),
    v.maxLength(MAX_REVISIONS, NOT_OURS),
  ),
  response: v.nullable(Response),
  // Missing in older archives.
  corrections: v.optional(v.pipe(v.array(Correction), v.maxLength(MAX_CORRECTIONS, NOT_OURS)), []),
  notes: v.optional(v.pipe(v.array(Note), v.maxLength(MAX_NOTES, NOT_OURS)), []),
  /** Names unknown to the organization are ignored. */
  tags: v.optional(
    v.pipe(
      v.array(v.pipe(cleanString(MAX_TAG_NAME_CHARS, 'A tag'), v.transform(tagNameKey))),
      v.maxLength(MAX_TAGS_PER_REVIEW, NOT_OURS),
    ),
    [],
  ),
  reported: v.optional(v.nullable(Case), null),
})
export type RestoredReview = Omit<v.InferOutput<typeof StoredReview>, 'platform'> & { platform: AnyPlatform }

/** Parses a line of an archive, or returns its faults. */
export function readArchivedReview(
  value: unknown,
  { now, plan, own }: { now: number; plan: string; own: readonly OwnPlatform[] },
): { review: RestoredReview; faults: [] } | { review: null; faults: FieldFault[] } {
  const result = v.safeParse(StoredReview, value)
  if (!result.success) {
    const faults = result.issues.map((issue) => ({
      field: v.getDotPath(issue) ?? '',
      message: issue.message,
    }))
    return { review: null, faults }
  }
  const { platform, platformName } = result.output
  const added = own.find(({ name }) => platformNameKey(name) === platformNameKey(platformName))
  const review = { ...result.output, platform: platform === 'other' ? (added?.id ?? platform) : platform }
  const faults = dateFaults(review, now)
  if (platform === 'other') {
    if (!added) faults.push({ field: 'platformName', message: `You have no platform ‘${platformName}’.` })
  } else if (!allowsPlatform(plan, platform)) {
    faults.push({ field: 'platform', message: platformNotIncluded(plan, platform) })
  }
  return faults.length === 0 ? { review, faults: [] } : { review: null, faults }
}

/** A platform's date may be up to a day ahead, because of time zones; a date from our own clock may not. */
function dateFaults(review: RestoredReview, now: number): FieldFault[] {
  const { ownerResponse, response, revisions, corrections, notes, reported } = review
  const { settledAt, firstSeenAt, updatedAt, editedAt, removedAt, returnedAt } = review
  const platforms = { reviewDate: review.reviewDate, 'ownerResponse.date': ownerResponse?.date ?? null }
  const own = {
    settledAt,
    firstSeenAt,
    updatedAt,
    editedAt,
    removedAt,
    returnedAt,
    'response.postedAt': response?.postedAt ?? null,
    'response.editedAt': response?.editedAt ?? null,
    'response.createdAt': response?.createdAt ?? null,
    'response.updatedAt': response?.updatedAt ?? null,
    'reported.openedAt': reported?.openedAt ?? null,
    'reported.reportedAt': reported?.reportedAt ?? null,
    'reported.appealedAt': reported?.appealedAt ?? null,
    'reported.closedAt': reported?.closedAt ?? null,
    ...Object.fromEntries(
      revisions.map(({ replacedAt }, index) => [`revisions.${index}.replacedAt`, replacedAt]),
    ),
    ...Object.fromEntries(
      corrections.map(({ correctedAt }, index) => [`corrections.${index}.correctedAt`, correctedAt]),
    ),
    ...Object.fromEntries(notes.map(({ createdAt }, index) => [`notes.${index}.createdAt`, createdAt])),
    ...Object.fromEntries(notes.map(({ editedAt }, index) => [`notes.${index}.editedAt`, editedAt])),
  }
  return [...outside(platforms, now + MAX_AHEAD_MS), ...outside(own, now)]
}

function outside(times: Readonly<Record<string, number | null>>, latest: number): FieldFault[] {
  return Object.entries(times).flatMap(([field, time]) => {
    if (time === null || (time >= EARLIEST_MS && time <= latest)) return []
    return [{ field, message: time > latest ? IN_THE_FUTURE : TOO_OLD }]
  })
}

/** Listing links are added by a later update, so that nothing is collected before the reviews are restored. */
export const RestoreBusinessInput = v.object({
  /** Accepts phone numbers that are too short for a new business, because older archives may contain them. */
  business: v.object({
    ...v.omit(CreateBusinessInput, ['googleBusinessUrl', 'yelpBusinessUrl', 'tripadvisorUrl', 'phone'])
      .entries,
    phone: v.optional(nullableString(40, 'Phone'), null),
  }),
  /** Existing businesses already mapped to another business of the archive. */
  taken: v.pipe(v.array(BusinessKey), v.maxLength(1_000)),
})
export type RestoreBusinessInput = v.InferOutput<typeof RestoreBusinessInput>

const ROWS = `Send 1 to ${MAX_ARCHIVE_ROWS} reviews at a time.`

/** Rows are parsed one by one, so that a broken one doesn't block the others. */
export const RestoreReviewsInput = v.object({
  businessId: BusinessKey,
  rows: v.pipe(v.array(v.unknown(), ROWS), v.minLength(1, ROWS), v.maxLength(MAX_ARCHIVE_ROWS, ROWS)),
})
export type RestoreReviewsInput = v.InferOutput<typeof RestoreReviewsInput>

const RestoredAsk = v.object({
  id: uuid(NOT_OURS),
  channel: v.picklist(['mail', ...HAND_OVERS], NOT_OURS),
  consent: v.nullable(v.picklist(CONSENTS, NOT_OURS)),
  state: v.picklist(['waiting', 'sent', 'stopped', 'handed_over'], NOT_OURS),
  createdAt: Time,
  sentAt: TimeOrNull,
})

const ASKS = `Send 1 to ${MAX_ARCHIVE_ROWS} asks at a time.`

/** Requests without names, because the recipients didn't agree to be in another organization's log. */
export const RestoreAsksInput = v.object({
  businessId: BusinessKey,
  rows: v.pipe(v.array(RestoredAsk, ASKS), v.minLength(1, ASKS), v.maxLength(MAX_ARCHIVE_ROWS, ASKS)),
})
export type RestoreAsksInput = v.InferOutput<typeof RestoreAsksInput>

const TOTALS = `Send at most ${MAX_ARCHIVE_ROWS} days at a time.`

export const RestoreCompetitorInput = v.object({
  businessId: BusinessKey,
  link: AddCompetitorInput.entries.link,
  // Missing in older archives.
  placeUrl: v.optional(textOrNull(NOT_OURS, isHttpUrl), null),
  name: requiredString(MAX_COMPETITOR_NAME, 'The name', 'A competitor needs a name.'),
  totals: v.pipe(
    v.array(v.object({ ...v.omit(RecordTotalsInput, ['id']).entries, isTyped: Flag }), TOTALS),
    v.maxLength(MAX_ARCHIVE_ROWS, TOTALS),
  ),
})
export type RestoreCompetitorInput = v.InferOutput<typeof RestoreCompetitorInput>

export interface RestoredRows {
  stored: number
  known: number
  overQuota: number
  /** Invalid rows; `row` is a zero-based index. */
  refused: ({ row: number } & FieldFault)[]
}
