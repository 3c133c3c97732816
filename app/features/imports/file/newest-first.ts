import type { ImportedReviewInput } from '#worker/rules/imports.ts'
import type { AnyPlatform } from '#worker/rules/platforms.ts'
import { fileReviews } from './file-reviews.ts'
import type { OpenedFile } from './opened-file.ts'
import type { Reading } from './row-review.ts'

/** Rows sorted in memory at a time: a megabyte or two of typical reviews. */
const HELD_ROWS = 2_000
/** Day of an undated row: sorts as the oldest. */
const UNDATED = ''

export type DayCounts = Map<string, number>

/** Days sent together, both ends included. */
export interface DayRange {
  oldest: string
  newest: string
}

/** UTC day as YYYY-MM-DD, which sorts as text; '' if undated. */
export function dayOf({ reviewDate }: Pick<ImportedReviewInput, 'reviewDate'>): string {
  return reviewDate?.slice(0, 'YYYY-MM-DD'.length) ?? UNDATED
}

function isWithin(day: string, { oldest, newest }: DayRange): boolean {
  return day >= oldest && day <= newest
}

/**
 * Counts the newest rows that can be imported.
 *
 * @param left number of reviews that the plan can still store
 * @returns `since`: day of the oldest row counted; null if no row fits or the oldest one is undated
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

/**
 * Groups a file's days, newest first, into ranges small enough to sort in memory. A day with too many rows for that
 * gets its own range.
 */
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

interface SentRow {
  review: ImportedReviewInput
  platform: AnyPlatform
}

interface Order {
  /** Newest first; null sends all rows in file order. */
  ranges: readonly DayRange[] | null
  doubled: ReadonlySet<number>
  signal: AbortSignal
}

/**
 * Streams the importable rows, newest day first; rows of the same day stay in file order. Reads the file once per
 * range, so that only one range is in memory.
 *
 * @throws the signal's reason if aborted
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
    // Stable sort: rows of the same day stay in file order.
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
