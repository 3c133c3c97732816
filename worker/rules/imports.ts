import * as v from 'valibot'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import type { RunStatus } from './collection.ts'
import { DAY_MS, utcDay } from './durations.ts'
import {
  cleanString,
  emptyToNull,
  requiredString,
  type TagColor,
  textOrNull,
  uuid,
  wholeNumber,
} from './fields.ts'
import { readReviewDate } from './imported-dates.ts'
import { AnyPlatformKey } from './own-platforms.ts'
import { MAX_PLATFORM_NAME_CHARS } from './platform-names.ts'
import { type AnyPlatform, type OwnPlatform, PLATFORMS, type ReviewPlatform } from './platforms.ts'
import { isHttpUrl } from './validators.ts'

/** Sources of runs that store imported reviews and fetch nothing. */
export const IMPORT_SOURCES = ['file', 'paste', 'push', 'mail'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/**
 * Maximum lengths of the author and the text, enough for every platform we know. TripAdvisor allows the longest texts,
 * 20,000 characters.
 */
export const MAX_AUTHOR_CHARS = 120
export const MAX_REVIEW_CHARS = 20_000
const MAX_OWNER_ANSWER_CHARS = 10_000
/** Tolerance for clocks and time zones: today elsewhere may be tomorrow here. */
export const MAX_AHEAD_MS = DAY_MS

const RATING = 'A rating is a number from 1 to 5.'
const DATE = 'Enter a date as YYYY-MM-DD.'
const REVIEW_ID = 'This is not a valid review ID. Use up to 200 letters, digits and symbols, without spaces.'
const LANGUAGE = "Name the language by its code, 'en' for example."
const URL = 'Enter a complete web address, beginning with https://.'
export const IN_THE_FUTURE = 'This date is in the future.'

// @__NO_SIDE_EFFECTS__
function optionalText(message: string, fits: (text: string) => boolean) {
  return v.optional(textOrNull(message, fits), null)
}

/** A date, converted to ISO 8601 in UTC; a day without a time becomes noon UTC. */
const Moment = v.pipe(
  optionalText(DATE, (text) => momentOf(text) !== null),
  v.transform((text) => text && momentOf(text)),
)

function momentOf(text: string): string | null {
  const milliseconds = /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? readReviewDate(text, null) : null
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

/** Accepts visible ASCII without spaces. */
export function isPlatformReviewId(text: string): boolean {
  return /^[!-~]{1,200}$/.test(text)
}

export function isLanguageCode(text: string): boolean {
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(text)
}

/** Any other field is dropped. */
const REVIEW_FIELDS = {
  reviewId: optionalText(REVIEW_ID, isPlatformReviewId),
  authorName: requiredString(MAX_AUTHOR_CHARS, 'The author', 'Enter the name of the author.'),
  rating: v.pipe(v.number(RATING), v.minValue(1, RATING), v.maxValue(5, RATING)),
  reviewText: cleanString(MAX_REVIEW_CHARS, 'The text'),
  reviewDate: Moment,
  url: optionalText(URL, isHttpUrl),
  language: optionalText(LANGUAGE, isLanguageCode),
  ownerResponse: v.optional(
    v.nullable(
      v.pipe(
        v.object(
          {
            text: v.pipe(cleanString(MAX_OWNER_ANSWER_CHARS, 'The answer'), v.transform(emptyToNull)),
            date: Moment,
          },
          'An answer needs a text and a date.',
        ),
        v.transform(({ text, date }) => (text === null ? null : { text, date })),
      ),
    ),
    null,
  ),
}

function missing({ path }: { path?: unknown }): string {
  return path ? 'This field is missing.' : 'A review is an object of fields.'
}

export const ImportedReview = v.object(REVIEW_FIELDS, missing)
export type ImportedReview = v.InferOutput<typeof ImportedReview>

export type ImportedReviewInput = v.InferInput<typeof ImportedReview>

export interface FieldFault {
  field: string
  message: string
}

/** Parses an imported review, or returns its faults. The browser and the server share this rule. */
export function readImportedReview(
  value: unknown,
  now: number,
): { review: ImportedReview; faults: [] } | { review: null; faults: FieldFault[] } {
  const result = v.safeParse(ImportedReview, value)
  const faults: FieldFault[] = result.success
    ? futureDates(result.output, now)
    : result.issues.map((issue) => ({ field: v.getDotPath(issue) ?? '', message: issue.message }))
  return result.success && faults.length === 0
    ? { review: result.output, faults: [] }
    : { review: null, faults }
}

export function futureDates(
  review: Pick<ImportedReview, 'reviewDate' | 'ownerResponse'>,
  now: number,
): FieldFault[] {
  const dates = { reviewDate: review.reviewDate, 'ownerResponse.date': review.ownerResponse?.date ?? null }
  return Object.entries(dates)
    .filter(([, date]) => date !== null && Date.parse(date) > now + MAX_AHEAD_MS)
    .map(([field]) => ({ field, message: IN_THE_FUTURE }))
}

/** Prefix of ids generated here; no platform uses it. */
export const IMPORT_ID_PREFIX = 'import-'
const HASH_BYTES = 16

/** Id for a review without a platform id. It is a hash of the content, so the same review always gets the same id. */
export async function importId(
  platform: AnyPlatform,
  { authorName, rating, reviewText, reviewDate }: ImportedReview,
): Promise<string> {
  const day = reviewDate === null ? null : utcDay(Date.parse(reviewDate))
  const text = JSON.stringify([platform, authorName, day, rating, reviewText])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const bytes = [...new Uint8Array(digest, 0, HASH_BYTES)]
  return IMPORT_ID_PREFIX + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Maximum rows per request. The body limit usually allows fewer. */
export const MAX_CHUNK_ROWS = 500
/** Chunks per import, limited by the run's batches of ids (worker/reviews/upsert-reviews.ts). */
export const MAX_CHUNKS = 1_024

const ImportRunId = v.object({ runId: uuid('Unknown import. Start it again.') })

export const ImportTarget = v.object({ businessId: BusinessKey })
export type ImportTarget = v.InferOutput<typeof ImportTarget>

const CHUNK = 'A chunk has a number, counted from 0.'
const TOO_LARGE = 'This file is too large for one import. Split it and import the parts.'

export const StartImportInput = v.object({
  ...ImportTarget.entries,
  platform: AnyPlatformKey,
  chunks: wholeNumber(1, MAX_CHUNKS, CHUNK, TOO_LARGE),
})
export type StartImportInput = v.InferOutput<typeof StartImportInput>

const ROWS = `Send 1 to ${MAX_CHUNK_ROWS} rows at a time.`

/** Rows are parsed one by one, so that a broken one doesn't block the others. */
export const ImportRowsInput = v.object({
  ...ImportRunId.entries,
  chunk: wholeNumber(0, MAX_CHUNKS - 1, CHUNK, TOO_LARGE),
  rows: v.pipe(v.array(v.unknown(), ROWS), v.minLength(1, ROWS), v.maxLength(MAX_CHUNK_ROWS, ROWS)),
})
export type ImportRowsInput = v.InferOutput<typeof ImportRowsInput>

const LEFT_OUT = 'Say how many rows were left out.'
const MAX_ROWS = MAX_CHUNKS * MAX_CHUNK_ROWS
const RowsLeftOut = v.optional(wholeNumber(0, MAX_ROWS, LEFT_OUT), 0)

export const FinishImportInput = v.object({
  ...ImportRunId.entries,
  rowsRefused: RowsLeftOut,
  /** Rows not sent because the plan's limit was reached. */
  rowsNotSent: RowsLeftOut,
})
export type FinishImportInput = v.InferOutput<typeof FinishImportInput>

export const HeldMailId = v.object({ id: uuid('Unknown e-mail.') })
export type HeldMailId = v.InferOutput<typeof HeldMailId>

export const PasteReviewInput = v.object({
  ...ImportTarget.entries,
  platform: AnyPlatformKey,
  ...v.pick(ImportedReview, ['authorName', 'rating', 'reviewText', 'reviewDate']).entries,
})
export type PasteReviewInput = v.InferOutput<typeof PasteReviewInput>

const MAX_PUSHED_REVIEWS = 100
const PUSHED = `Send 1 to ${MAX_PUSHED_REVIEWS} reviews at a time.`
const KEY = 'An idempotency key has 8 to 128 visible ASCII characters.'

/** The author and the text may be missing. `platformName` names a platform that the organization has added. */
const PushedReview = v.object(
  {
    platform: v.picklist([...PLATFORMS, 'other'], 'Choose one of the platforms listed, or other.'),
    platformName: v.optional(
      v.nullable(cleanString(MAX_PLATFORM_NAME_CHARS, 'The name of the platform')),
      null,
    ),
    ...REVIEW_FIELDS,
    authorName: v.nullish(cleanString(MAX_AUTHOR_CHARS, 'The author'), null),
    reviewText: v.nullish(REVIEW_FIELDS.reviewText, null),
  },
  missing,
)

export const PushReviewsInput = v.object({
  ...ImportTarget.entries,
  idempotencyKey: v.pipe(v.string(KEY), v.regex(/^[!-~]{8,128}$/, KEY)),
  reviews: v.pipe(
    v.array(PushedReview, PUSHED),
    v.minLength(1, PUSHED),
    v.maxLength(MAX_PUSHED_REVIEWS, PUSHED),
  ),
})
export type PushReviewsInput = v.InferOutput<typeof PushReviewsInput>

export interface ImportCounts {
  stored: number
  updated: number
  unchanged: number
  overQuota: number
}

/** Totals over all chunks so far. */
export interface ImportView extends ImportCounts {
  runId: string
  platform: AnyPlatform
  status: RunStatus
  nextChunk: number
}

/** A limit on new reviews in this calendar month (UTC), or on reviews imported from files. */
export interface Allowance {
  limit: number
  left: number
}

/** A review from a forwarded email that is stored only if the owner approves it. */
export interface HeldMailView
  extends Pick<ImportedReview, 'authorName' | 'rating' | 'reviewText' | 'reviewDate'> {
  id: string
  platform: ReviewPlatform
  platformName: string
  platformColor: TagColor | null
  /** Sender according to the email, unverified; '' if there is none. */
  sender: string
  /** ISO 8601 in UTC. */
  receivedAt: string
}

export interface ImportOptionsView {
  business: BusinessChoice
  plan: string
  /** Platforms included in the plan, and those that the organization has added. */
  platforms: AnyPlatform[]
  ownPlatforms: OwnPlatform[]
  /** Limit for reviews added by hand or email. */
  quota: Allowance
  /** Limit for reviews imported from files. */
  imports: Allowance
  mayImport: boolean
  receivesMail: boolean
  /** Null if none exists or the caller may not add reviews. */
  mailAddress: string | null
  /** Empty if the caller may not add reviews. */
  heldMails: HeldMailView[]
}
