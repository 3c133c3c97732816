import { type SQL, sql } from 'drizzle-orm'
import { reviewDailyStats } from '#db/schema/index.ts'
import type { Ledger } from '../rules/statistics.ts'

type Figure = Exclude<
  keyof typeof reviewDailyStats.$inferSelect,
  'businessId' | 'day' | 'responses' | `removed${Capitalize<string>}`
>

/** A figure of a day: of all reviews first seen (or posted) then, or of those among them that are still shown. */
export function dailyFigure(figure: Figure, ledger: Ledger): SQL {
  const all = reviewDailyStats[figure]
  return ledger === 'all' ? sql`${all}` : sql`${all} - ${reviewDailyStats[removed(figure)]}`
}

function removed<F extends Figure>(figure: F) {
  return `removed${figure.charAt(0).toUpperCase()}${figure.slice(1)}` as `removed${Capitalize<F>}`
}
