import type { ArrivedReviewInput } from '#worker/rules/imports.ts'

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
export function dayOf({ reviewDate }: Pick<ArrivedReviewInput, 'reviewDate'>): string {
  return reviewDate?.slice(0, 'YYYY-MM-DD'.length) ?? UNDATED
}

export function isWithin(day: string, { oldest, newest }: DayRange): boolean {
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

/** The days of a file in ranges that can be put in order in memory, newest first. A day of more rows stands alone. */
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
