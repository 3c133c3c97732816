import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { DAY_MS, utcDay } from './durations.ts'
import { cleanString, emptyToNull, requiredString, textOrNull, uuid, wholeNumber } from './fields.ts'
import { readReviewDate } from './imported-dates.ts'
import { PLATFORMS, type Platform as PlatformName } from './platforms.ts'
import { isHttpUrl } from './validators.ts'
import type { BusinessChoice, RunStatus } from './views.ts'

/** How reviews are imported. A run of one of these is no collection: nothing fetches for it. */
export const IMPORT_SOURCES = ['file', 'paste', 'push', 'mail'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** The longest author and text of any platform we know; TripAdvisor takes 20,000 characters. */
export const MAX_AUTHOR_CHARS = 120
export const MAX_REVIEW_CHARS = 20_000
const MAX_OWNER_ANSWER_CHARS = 10_000
/** Clocks and time zones differ: what was written today somewhere may be tomorrow here. */
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

/** A day counts as its noon in UTC. Comes out as ISO 8601 in UTC. */
const Moment = v.pipe(
  optionalText(DATE, (text) => momentOf(text) !== null),
  v.transform((text) => text && momentOf(text)),
)

function momentOf(text: string): string | null {
  const milliseconds = /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) ? readReviewDate(text, null) : null
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

const Platform = v.picklist(PLATFORMS, 'Choose one of the platforms listed.')

/** What can be the id of a review at a platform: visible ASCII without spaces. */
export function isPlatformReviewId(text: string): boolean {
  return /^[!-~]{1,200}$/.test(text)
}

/** 'en', 'pt-BR', 'zh-Hant-TW' */
export function isLanguageCode(text: string): boolean {
  return /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(text)
}

/** One review as it comes from outside. Anything but these fields is dropped. */
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

/** Said of a field that is not there, or of a review that is no object at all. */
function missing({ path }: { path?: unknown }): string {
  return path ? 'This field is missing.' : 'A review is an object of fields.'
}

export const ImportedReview = v.object(REVIEW_FIELDS, missing)
export type ImportedReview = v.InferOutput<typeof ImportedReview>

/** What a caller may leave out. */
export type ImportedReviewInput = v.InferInput<typeof ImportedReview>

export interface FieldFault {
  field: string
  message: string
}

/** A review from outside, or what is wrong with it; the same rule in the browser and on the server. */
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

/** Dates that a review can't have yet. */
export function futureDates(
  review: Pick<ImportedReview, 'reviewDate' | 'ownerResponse'>,
  now: number,
): FieldFault[] {
  const dates = { reviewDate: review.reviewDate, 'ownerResponse.date': review.ownerResponse?.date ?? null }
  return Object.entries(dates)
    .filter(([, date]) => date !== null && Date.parse(date) > now + MAX_AHEAD_MS)
    .map(([field]) => ({ field, message: IN_THE_FUTURE }))
}

/** Begins each id that we made; no platform's id does. */
export const IMPORT_ID_PREFIX = 'import-'
/** 128 bits. */
const HASH_BYTES = 16

/** The id of a review that came without its platform's: what it says makes it, so the same review has the same. */
export async function importId(
  platform: PlatformName,
  { authorName, rating, reviewText, reviewDate }: ImportedReview,
): Promise<string> {
  const day = reviewDate === null ? null : utcDay(Date.parse(reviewDate))
  const text = JSON.stringify([platform, authorName, day, rating, reviewText])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const bytes = [...new Uint8Array(digest, 0, HASH_BYTES)]
  return IMPORT_ID_PREFIX + bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Rows of a file that are sent at once. Their JSON has to fit into a request, so it is mostly fewer. */
export const MAX_CHUNK_ROWS = 500
/** Chunks of one import: as many as its run has batches of ids (worker/reviews/upsert-reviews.ts). */
export const MAX_CHUNKS = 1_024

const ImportRunId = v.object({ runId: uuid('Unknown import. Start it again.') })

export const ImportTarget = v.object({ businessId: BusinessKey })
export type ImportTarget = v.InferOutput<typeof ImportTarget>

const CHUNK = 'A chunk has a number, counted from 0.'
const TOO_LARGE = 'This file is too large for one import. Split it and import the parts.'

export const StartImportInput = v.object({
  ...ImportTarget.entries,
  platform: Platform,
  /** How many chunks will be sent. */
  chunks: wholeNumber(1, MAX_CHUNKS, CHUNK, TOO_LARGE),
})
export type StartImportInput = v.InferOutput<typeof StartImportInput>

const ROWS = `Send 1 to ${MAX_CHUNK_ROWS} rows at a time.`

/** Rows are read one by one, so that a broken one does not hold up the others. */
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
  /** Rows of the file that could not be imported. */
  rowsRefused: RowsLeftOut,
  /** Rows that were not sent any more, for the plan stores no more. */
  rowsNotSent: RowsLeftOut,
})
export type FinishImportInput = v.InferOutput<typeof FinishImportInput>

export const HeldMailId = v.object({ id: uuid('Unknown e-mail.') })
export type HeldMailId = v.InferOutput<typeof HeldMailId>

export const PasteReviewInput = v.object({
  ...ImportTarget.entries,
  platform: Platform,
  ...v.pick(ImportedReview, ['authorName', 'rating', 'reviewText', 'reviewDate']).entries,
})
export type PasteReviewInput = v.InferOutput<typeof PasteReviewInput>

const MAX_PUSHED_REVIEWS = 100
const PUSHED = `Send 1 to ${MAX_PUSHED_REVIEWS} reviews at a time.`
const KEY = 'An idempotency key has 8 to 128 visible ASCII characters.'

/** Without an author or a text where there is none. */
const PushedReview = v.object(
  {
    platform: Platform,
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

/** What became of the reviews that arrived. */
export interface ImportCounts {
  /** New here. */
  stored: number
  /** Known, and changed by what arrived. */
  updated: number
  /** Known, and the same. */
  unchanged: number
  /** New, but beyond what the plan stores. */
  overQuota: number
}

/** What has become of an import, all of its chunks together. */
export interface ImportView extends ImportCounts {
  runId: string
  platform: (typeof PLATFORMS)[number]
  status: RunStatus
  /** The number of the chunk that comes next. */
  nextChunk: number
}

/** How many reviews fit: new ones in this calendar month (UTC), or those that files have brought. */
export interface Allowance {
  limit: number
  left: number
}

/** A review out of a mail that waits for its owner's word. */
export interface HeldMailView
  extends Pick<ImportedReview, 'authorName' | 'rating' | 'reviewText' | 'reviewDate'> {
  id: string
  platform: (typeof PLATFORMS)[number]
  /** The address the mail claims to come from; '' where it names none. */
  sender: string
  /** ISO 8601 in UTC. */
  receivedAt: string
}

/** What the screen for adding reviews shows. */
export interface ImportOptionsView {
  business: BusinessChoice
  /** Its id, as the account carries it. */
  plan: string
  /** The platforms the plan includes. */
  platforms: (typeof PLATFORMS)[number][]
  /** Of what comes by hand and by mail. */
  quota: Allowance
  /** Of what comes by file. */
  imports: Allowance
  /** Whether the caller's role allows to add reviews. */
  mayImport: boolean
  /** Whether this server receives mails. */
  receivesMail: boolean
  /** Where mails about this business are forwarded to; null where none was made, or the caller may not add reviews. */
  mailAddress: string | null
  /** None for who may not add reviews. */
  heldMails: HeldMailView[]
}
