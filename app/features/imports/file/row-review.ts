import { cutText } from '#app/lib/format.ts'
import { type DateOrder, hasNoDay, orderIn, readReviewDate } from '#worker/rules/imported-dates.ts'
import { type RatingScale, ratingIn } from '#worker/rules/imported-ratings.ts'
import {
  type ImportedReview,
  type ImportedReviewInput,
  isLanguageCode,
  isPlatformReviewId,
  MAX_AUTHOR_CHARS,
  readImportedReview,
} from '#worker/rules/imports.ts'
import { platformNameKey } from '#worker/rules/own-platforms.ts'
import { platformNameIn, UNNAMED_AUTHORS } from '#worker/rules/platform-names.ts'
import { type AnyPlatform, type OwnPlatform, reviewPlatform } from '#worker/rules/platforms.ts'
import { originalOf } from '#worker/rules/translated-text.ts'
import { isHttpUrl } from '#worker/rules/validators.ts'
import { fitsChunk } from './chunks.ts'
import {
  bareReviewId,
  type ColumnField,
  exactId,
  FIELD_NAMES,
  type FileRow,
  type Mapping,
  meant,
  namedPlatform,
  readable,
} from './columns.ts'

export interface Reading {
  columns: readonly string[]
  mapping: Mapping
  /** Rows that name another business are refused; null accepts all rows. */
  business: string | null
  /** Platform of the rows that don't name one. */
  platform: AnyPlatform
  /** Platforms included in the plan, and those that the organization has added. */
  platforms: readonly AnyPlatform[]
  own?: readonly OwnPlatform[]
  /** Scale of the rating column's bare numbers; 1 to 5 by default. */
  ratingScale?: RatingScale
  /** Order of day and month in 03/04/2024; null if the file has no such date. */
  dateOrder: DateOrder | null
  /** Current time in milliseconds: dates can't be in the future. */
  now: number
}

export interface RowFault {
  /** Line of the file, from 1. */
  line: number
  /** Column name; '' if the error is about the whole row. */
  column: string
  problem: string
}

export interface GoodRow {
  /** The input as sent to the server; empty fields are left out. */
  review: ImportedReviewInput
  stored: ImportedReview
  platform: AnyPlatform
  faults: []
}

export type RowResult = GoodRow | { review: null; platform?: never; faults: RowFault[] }

const MAX_QUOTED_CHARS = 30
const ORDER_NAMES: Record<DateOrder, string> = { dmy: 'day/month/year', mdy: 'month/day/year' }
const BROKEN = 'This is not valid JSON. Export the file again.'
const TOO_MANY_VALUES =
  'This row has more values than there are columns. A text with a comma needs quotation marks around it.'
const TOO_LONG = 'This review is too long to be imported. Shorten its text.'

export function reviewOfRow(row: FileRow, reading: Reading): RowResult {
  const { values, line } = row
  if (values === null) return refused(line, [['', BROKEN]])
  if (values.slice(reading.columns.length).some((value) => value.trim() !== ''))
    return refused(line, [['', TOO_MANY_VALUES]])
  const given = (field: ColumnField) => meant(values[reading.mapping[field] ?? -1] ?? '')
  const nameOf = (field: ColumnField) => reading.columns[reading.mapping[field] ?? -1] ?? FIELD_NAMES[field]

  const ofBusiness = given('business')
  if (reading.business !== null && ofBusiness !== '' && ofBusiness !== reading.business) {
    return refused(line, [[nameOf('business'), `This row is about ‘${quoted(ofBusiness)}’.`]])
  }
  const faults: [string, string][] = []
  const platform = given('platform') === '' ? reading.platform : platformIn(given('platform'), reading)
  if (!platform || !reading.platforms.includes(platform)) {
    faults.push([nameOf('platform'), platformProblem(given('platform'), reading)])
  }
  const rating = ratingIn(given('rating'), reading.ratingScale)
  if (rating === null) faults.push([nameOf('rating'), ratingProblem(given('rating'), reading.ratingScale)])
  const written = given('reviewDate')
  const date = readReviewDate(written, reading.dateOrder)
  if (written !== '' && date === null && !hasNoDay(written))
    faults.push([nameOf('reviewDate'), dateProblem(written, reading)])
  const answer = textOf(given('ownerText'))
  const answered = readReviewDate(given('ownerDate'), reading.dateOrder)
  const input: ImportedReviewInput = {
    reviewId: where(isPlatformReviewId, exactId(bareReviewId(given('reviewId')))),
    authorName:
      nameIn(wholeName(readable(given('authorName')), readable(given('lastName')))) ||
      UNNAMED_AUTHORS[reviewPlatform(platform ?? reading.platform)],
    rating: rating ?? 1,
    reviewText: titled(textOf(given('title')), textOf(given('reviewText'))),
    reviewDate: isoOf(date),
    url: where(isHttpUrl, given('url')),
    language: where(isLanguageCode, given('language')),
    ownerResponse: answer === '' ? null : { text: answer, date: isoOf(answered) },
  }
  const read = readImportedReview(input, reading.now)
  for (const { field, message } of read.faults)
    faults.push([nameOf(FIELD_OF[field] ?? 'reviewText'), message])
  if (faults.length > 0 || platform === null || read.review === null) return refused(line, faults)
  const review = withoutGaps(input)
  return fitsChunk(review)
    ? { review, stored: read.review, platform, faults: [] }
    : refused(line, [['', TOO_LONG]])
}

const textOf = (cell: string) => originalOf(readable(cell))

/** Puts the title in front of the text, unless the text already begins with it, as some tools export it. */
function titled(title: string, text: string): string {
  if (title === '' || text === title || text.startsWith(`${title}\n`)) return text
  return text === '' ? title : `${title}\n${text}`
}

/** Joins a first and a last name, unless one of them is the whole name. */
function wholeName(first: string, last: string): string {
  const contains = (whole: string, part: string) => ` ${whole} `.includes(` ${part} `)
  if (first === '' || contains(last, first)) return last
  return last === '' || contains(first, last) ? first : `${first} ${last}`
}

function nameIn(name: string): string {
  return name.length > MAX_AUTHOR_CHARS ? `${cutText(name, 0, MAX_AUTHOR_CHARS - 1)}…` : name
}

const FIELD_OF: Record<string, ColumnField> = {
  reviewId: 'reviewId',
  authorName: 'authorName',
  rating: 'rating',
  reviewText: 'reviewText',
  reviewDate: 'reviewDate',
  url: 'url',
  language: 'language',
  'ownerResponse.text': 'ownerText',
  'ownerResponse.date': 'ownerDate',
}

function refused(line: number, faults: [column: string, problem: string][]): RowResult {
  return {
    review: null,
    faults: faults.map(([column, problem]) => ({ line, column, problem })),
  }
}

/** Platforms that the organization has added must be spelled exactly. */
function platformIn(value: string, { own = [] }: Reading): AnyPlatform | null {
  const key = platformNameKey(value.trim())
  return own.find(({ name }) => platformNameKey(name) === key)?.id ?? namedPlatform(value)
}

function platformProblem(value: string, { platforms, own = [] }: Reading): string {
  const names = platforms.map((platform) => platformNameIn(own, platform)).join(', ')
  return namedPlatform(value)
    ? `‘${quoted(value)}’ isn’t one of the platforms in your plan: ${names}.`
    : `‘${quoted(value)}’ isn’t one of your platforms: ${names}. Add it under Sources, then import this file again.`
}

function ratingProblem(value: string, scale?: RatingScale): string {
  if (value === '') return 'The stars are missing. Fill them in, or choose the column that has them.'
  const wrong = `‘${quoted(value)}’ isn’t a rating from`
  if (!scale || scale.highest === 5) return `${wrong} 1 to 5 stars.`
  const { lowest, highest } = scale
  const isZero = ratingIn(value, { lowest: 0, highest }) !== null
  const remedy = isZero ? ` If 0 is the lowest rating, name the column ‘Rating 0-${highest}’.` : ''
  return `${wrong} ${lowest} to ${highest}, like the others.${remedy}`
}

function dateProblem(value: string, { dateOrder }: Reading): string {
  const order = orderIn(value)
  if (dateOrder !== null && order !== null && order !== dateOrder) {
    return `‘${quoted(value)}’ isn’t a ${ORDER_NAMES[dateOrder]} date like the others.`
  }
  return `‘${quoted(value)}’ isn’t a date we can read. Write it as 2026-03-25.`
}

function quoted(value: string): string {
  return value.length > MAX_QUOTED_CHARS ? `${value.slice(0, MAX_QUOTED_CHARS)}…` : value
}

function isoOf(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}

/** Drops an invalid id, address or language code, because the review is usable without that field. */
function where(fits: (value: string) => boolean, value: string): string | null {
  return fits(value) ? value : null
}

function withoutGaps(input: ImportedReviewInput): ImportedReviewInput {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== null),
  ) as ImportedReviewInput
}
