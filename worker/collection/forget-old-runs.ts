import { sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS } from '../rules/durations.ts'

export const KEPT_DAYS = 90
/** Of a source, however old they are. */
export const KEPT_RUNS = 50
/** A source that is hardly ever collected keeps its last runs for years: they are not looked at every minute. */
const LOOK_AGAIN_MS = 30 * DAY_MS
/** Each costs a look at the runs of its source that came later. */
const LOOKED_AT_ONCE = 100

/**
 * Deletes runs that are too old to be looked up, but the last of each source. An old one that is kept for that is looked at
 * again a month later. Part of the minute's tick.
 */
export async function forgetOldRuns(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  // Written out, not bound: the index serves only what says the same as its definition (migrations/0018).
  const keptUntil = sql.raw(`coalesce(keep_until, created_at + ${KEPT_DAYS * DAY_MS})`)
  const due = sql`SELECT seq FROM scrape_runs WHERE ${keptUntil} <= ${now} ORDER BY ${keptUntil} LIMIT ${LOOKED_AT_ONCE}`
  const firstKept = sql`(SELECT later.created_at FROM scrape_runs AS later
    WHERE later.business_id = scrape_runs.business_id AND later.platform = scrape_runs.platform
    ORDER BY later.created_at DESC LIMIT 1 OFFSET ${KEPT_RUNS - 1})`
  const isKept = sql`created_at >= coalesce(${firstKept}, 0)`
  await ctx.db.batch([
    statement(ctx.db, sql`DELETE FROM scrape_runs WHERE seq IN (${due}) AND NOT ${isKept}`),
    statement(
      ctx.db,
      sql`UPDATE scrape_runs SET keep_until = ${now + LOOK_AGAIN_MS} WHERE seq IN (${due}) AND ${isKept}`,
    ),
  ])
}
