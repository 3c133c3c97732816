import type { ImportedReviewInput } from '#worker/rules/imports.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import { fileReviews } from './file-reviews.ts'
import type { OpenedFile } from './opened-file.ts'
import type { Reading } from './row-review.ts'

/** Rows that are held in memory to be put in order: a megabyte or two of usual reviews. */
const HELD_ROWS = 2_000
/** The day of a row that has none: older than all others. */
const UNDATED = ''

/** How many rows of a file fall on each day. */
export type DayCounts = Map<string, number>

/** Days that are sent together, both ends included. */
export interface DayRange {
  oldest: string
  newest: string
}

/** YYYY-MM-DD in UTC; '' without a date. It sorts as text. */
export function dayOf({ reviewDate }: Pick<ImportedReviewInput, 'reviewDate'>): string {
  return reviewDate?.slice(0, 'YYYY-MM-DD'.length) ?? UNDATED
}

function isWithin(day: string, { oldest, newest }: DayRange): boolean {
  return day >= oldest && day <= newest
}

/**
 * The newest rows of a file that fit.
 *
 * @returns `since`: the day of the oldest of them; null where no row fits, or that one has no date
 */
export function newestThatFit(days: DayCounts, left: number): { rows: number; since: string | null } {
  let rows = 0
  let since = UNDATED
  for (const day of newestDays(days)) {
    if (rows >= left) break
    rows = Math.min(left, rows + (days.get(day) ?? 0))
    since = day
  }
  return { rows, since: since === UNDATED ? null : since }
}

/** The days of a file in ranges that can be put in order in memory, newest first. A day of more rows is a range of its own. */
export function rangesOf(days: DayCounts): DayRange[] {
  const ranges: DayRange[] = []
  let held = Number.POSITIVE_INFINITY
  for (const day of newestDays(days)) {
    const rows = days.get(day) ?? 0
    const last = ranges.at(-1)
    if (last && held + rows <= HELD_ROWS) {
      last.oldest = day
      held += rows
    } else {
      ranges.push({ oldest: day, newest: day })
      held = rows
    }
  }
  return ranges
}

function newestDays(days: DayCounts): string[] {
  return [...days.keys()].sort().reverse()
}

/** A row to be sent. */
interface SentRow {
  review: ImportedReviewInput
  platform: Platform
}

interface Order {
  /** Newest first; null leaves all rows in the order of the file. */
  ranges: readonly DayRange[] | null
  /** The rows that are left out: an earlier one has their review. */
  doubled: ReadonlySet<number>
  signal: AbortSignal
}

/**
 * The rows of a file that can be imported. The file is read once for each range, so that no more of it than one range is
 * in memory.
 *
 * @throws the signal's reason when it is stopped
 */
export async function* reviewsInOrder(
  opened: OpenedFile,
  reading: Reading,
  { ranges, ...order }: Order,
): AsyncGenerator<SentRow> {
  if (ranges === null) return yield* reviewsOf(opened, reading, order)
  for (const range of ranges) {
    if (range.oldest === range.newest) {
      yield* reviewsOf(opened, reading, order, range)
      continue
    }
    const held: (SentRow & { day: string })[] = []
    for await (const row of reviewsOf(opened, reading, order, range)) {
      held.push({ ...row, day: dayOf(row.review) })
    }
    // Those of one day stay in the order of the file.
    yield* held.sort((one, other) => Number(one.day < other.day) - Number(one.day > other.day))
  }
}

async function* reviewsOf(
  opened: OpenedFile,
  reading: Reading,
  { signal, doubled }: Omit<Order, 'ranges'>,
  range?: DayRange,
): AsyncGenerator<SentRow> {
  for await (const { reviews } of fileReviews(opened, reading, signal)) {
    for (const { review, platform, row } of reviews) {
      if (review && !doubled.has(row) && (!range || isWithin(dayOf(review), range)))
        yield { review, platform }
    }
  }
}
