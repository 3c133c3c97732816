import { type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { logChoose } from '../insights/statistics/distributions.ts'
import { isInReach } from '../platform/business-access.ts'
import type { Effect } from '../rules/asking.ts'
import { DAY_MS, startOfDay, utcDay } from '../rules/durations.ts'
import { historyCutoff } from '../rules/plans.ts'

const WEEK_MS = 7 * DAY_MS
const MIN_WEEKS = 2
const MAX_WEEKS = 8
const MAX_WINDOW = `${7 * MAX_WEEKS} days`
/** Maximum probability of a difference by chance alone. Strict, because reviews come in bursts. */
const MAX_CHANCE = 0.01

interface EffectRow {
  askedSince: number | null
  /** Days on which reviews were posted, with how many, as JSON. */
  days: string
  /** Null without reviews. */
  oldest: string | null
}

/**
 * Reviews per day, over all platforms, in the weeks before and after a location started asking. Reads at most 112 days.
 */
export function effectQuery(ctx: MemberContext, businessId: string | SQL) {
  const began = sql`asked_since / 1000, 'unixepoch'`
  return ctx.db.statement<EffectRow>(sql`
    SELECT asked_since AS askedSince,
      (SELECT json_group_array(json_array(day, posted_review_count)) FROM review_daily_stats AS stats
        WHERE stats.business_id = page.business_id AND day >= date(${began}, ${`-${MAX_WINDOW}`})
          AND day < date(${began}, ${`+${MAX_WINDOW}`})) AS days,
      (SELECT day FROM review_daily_stats AS stats WHERE stats.business_id = page.business_id
        ORDER BY day LIMIT 1) AS oldest
    FROM review_pages AS page WHERE business_id = ${businessId} AND organization_id = ${ctx.organization.id}
      AND ${isInReach(ctx, sql`business_id`)}`)
}

/**
 * Compares the number of reviews before and after a location started asking. The verdict is `more` or `fewer` only if
 * chance is unlikely to explain the difference.
 */
export function effectOf(row: EffectRow | undefined, { now, plan }: { now: number; plan: string }): Effect {
  const none = { weeks: 0, before: 0, after: 0 }
  if (!row || row.askedSince === null) return { ...none, verdict: 'not_asked' }
  const began = startOfDay(row.askedSince)
  const weeks = Math.min(MAX_WEEKS, Math.floor((startOfDay(now) - began) / WEEK_MS))
  if (weeks < MIN_WEEKS) return { ...none, verdict: 'too_early' }
  const from = began - weeks * WEEK_MS
  // Days that weren't collected or are beyond the plan's history can't be compared.
  if (row.oldest === null || row.oldest > utcDay(from) || from < historyCutoff(plan, now))
    return { ...none, weeks, verdict: 'no_history' }
  const days = JSON.parse(row.days) as [day: string, count: number][]
  const sum = (start: number, end: number) =>
    days.reduce((all, [day, count]) => (day >= utcDay(start) && day < utcDay(end) ? all + count : all), 0)
  const before = sum(from, began)
  const after = sum(began, began + weeks * WEEK_MS)
  const isClear = chanceOf(before, after) < MAX_CHANCE
  return { weeks, before, after, verdict: isClear ? (after > before ? 'more' : 'fewer') : 'unclear' }
}

/** Probability that chance alone makes two periods of equal length differ this much (two-sided binomial test). */
function chanceOf(before: number, after: number): number {
  const all = before + after
  let tail = 0
  for (let count = Math.max(before, after); count <= all; count += 1)
    tail += Math.exp(logChoose(all, count) - all * Math.LN2)
  return Math.min(1, 2 * tail)
}
