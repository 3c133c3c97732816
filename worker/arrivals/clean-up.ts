import { and, eq, lte } from 'drizzle-orm'
import { idempotencyKeys, runIsOpen, scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'

export const ABANDONED =
  'The file stopped arriving before its end. Choose it again: what is there already is not stored twice.'

/** Ends imports that nothing is sent for any more, and forgets answers that are kept no longer. Part of the minute's tick. */
export async function cleanUpArrivals(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.batch([
    ctx.db
      .update(scrapeRuns)
      .set({ status: 'failed', finishedAt: now, leaseUntil: null, errors: [ABANDONED] })
      .where(and(runIsOpen, eq(scrapeRuns.source, 'file'), lte(scrapeRuns.dueAt, now))),
    ctx.db.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now)),
  ])
}
