import type { DateOrder } from '#worker/rules/imported-dates.ts'
import { type AnyPlatform, PLATFORMS } from '#worker/rules/platforms.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'
import { dateQuestion, wholeRatingScale } from './check-file.ts'
import { COLUMN_FIELDS, type ColumnField, guessMapping, type Mapping } from './columns.ts'
import { Doubles, fileReviews } from './file-reviews.ts'
import { openFile } from './opened-file.ts'
import type { Reading } from './row-review.ts'
import type { Encoding } from './text-slices.ts'

interface ReadOptions {
  /** Platform of rows that don't name one; Google by default. */
  platform?: AnyPlatform
  /** Column name of each field, null for none; guessed by default. */
  columns?: Partial<Record<ColumnField, string | null>>
  /** Encoding of the file; detected by default. */
  encoding?: Encoding
  /** Order of day and month if the file leaves 03/04/2024 open. */
  dateOrder?: DateOrder
}

export interface ReadFile {
  /** `row` counts from 1, without the header row. */
  reviews: (ScrapedReview & { platform: AnyPlatform; row: number })[]
  refused: { row: number; reason: string }[]
  /** Rows whose review already occurs in an earlier row. */
  doubled: number
  /** All rows: read, refused and duplicates. */
  total: number
  columns: Record<ColumnField, string | null>
}

/**
 * Reads the reviews that an import would store with its default choices, on a plan with every platform.
 *
 * @throws FileFault if the file can't be read
 */
export async function readReviews(file: Blob, options: ReadOptions = {}): Promise<ReadFile> {
  const opened = await openFile(file, { encoding: options.encoding })
  const mapping = mappingOf(opened.columns, guessMapping(opened.columns, opened.sample), options.columns)
  const reading: Reading = {
    columns: opened.columns,
    mapping,
    business: null,
    platform: options.platform ?? 'google',
    platforms: PLATFORMS,
    ratingScale: await wholeRatingScale(opened, mapping),
    dateOrder: dateQuestion(opened, mapping)?.order ?? options.dateOrder ?? null,
    now: Date.now(),
  }
  const read: ReadFile = {
    reviews: [],
    refused: [],
    doubled: 0,
    total: 0,
    columns: namesOf(opened.columns, mapping),
  }
  const doubles = new Doubles()
  for await (const { reviews } of fileReviews(opened, reading)) {
    const ids = await doubles.idsOf(reviews)
    for (const [index, found] of reviews.entries()) {
      const { row, faults } = found
      const reviewId = ids[index]
      read.total += 1
      if (!found.review) read.refused.push({ row, reason: faults.map(({ problem }) => problem).join(' ') })
      else if (!reviewId) read.doubled += 1
      else
        read.reviews.push({
          ...found.stored,
          reviewId,
          helpfulVotes: 0,
          userVerified: false,
          platform: found.platform,
          row,
        })
    }
  }
  return read
}

function mappingOf(
  columns: readonly string[],
  guessed: Mapping,
  stated: ReadOptions['columns'] = {},
): Mapping {
  const mapping = { ...guessed }
  for (const field of COLUMN_FIELDS) {
    const name = stated[field]
    if (name === undefined) continue
    const column = name === null ? -1 : columns.indexOf(name)
    if (column === -1) delete mapping[field]
    else mapping[field] = column
  }
  return mapping
}

function namesOf(columns: readonly string[], mapping: Mapping): Record<ColumnField, string | null> {
  return Object.fromEntries(
    COLUMN_FIELDS.map((field) => [field, columns[mapping[field] ?? -1] ?? null]),
  ) as Record<ColumnField, string | null>
}
