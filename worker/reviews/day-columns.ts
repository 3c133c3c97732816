import { type SQL, sql } from 'drizzle-orm'
import { reviewDailyStats } from '#db/schema/index.ts'

/**
 * Days with their figures: all days as numbers, 20261123 for example, then the first figure of each, then the second, and so on.
 * A screen reads thousands of days, which as one flat list of numbers take half the time of rows.
 */
export type DayColumns = readonly number[]

/** Such columns as one JSON text, of the rows of review_daily_stats that a statement puts together, or of those for which `isMeant`. */
export function dayColumns(figures: readonly SQL[], isMeant?: SQL): SQL {
  const lists = [sql`replace(${reviewDailyStats.day}, '-', '')`, ...figures].map((figure) =>
    isMeant ? sql`group_concat(CASE WHEN ${isMeant} THEN ${figure} END)` : sql`group_concat(${figure})`,
  )
  return sql`coalesce('[' || ${sql.join(lists, sql` || ',' || `)} || ']', '[]')`
}

/**
 * The days of several businesses together, oldest first.
 *
 * @param count how many figures a day has
 */
export function addUpDays(all: readonly DayColumns[], count: number): { day: string; figures: number[] }[] {
  const sums = new Map<number, number[]>()
  for (const columns of all) {
    const days = columns.length / (1 + count)
    for (let at = 0; at < days; at += 1) {
      const day = columns[at] ?? 0
      const figures = sums.get(day) ?? new Array<number>(count).fill(0)
      sums.set(day, figures)
      for (let index = 0; index < count; index += 1) {
        figures[index] = (figures[index] ?? 0) + (columns[(1 + index) * days + at] ?? 0)
      }
    }
  }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([day, figures]) => ({ day: `${day}`.replace(/(..)(..)$/, '-$1-$2'), figures }))
}
