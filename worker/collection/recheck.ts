import { sql } from 'drizzle-orm'
import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { sourceNamed } from '../sources/registry.ts'
import type { SourcePage } from '../sources/source.ts'
import type { CollectableRun, RunSource } from './claimed-run.ts'
import { retryTransientFaults } from './retry.ts'
import { isRecheckDue, type Phase } from './scan.ts'

export interface RecheckChoice {
  /** The run goes on from this page to the end of the list, past everything that is known. */
  rechecks: boolean
  /** The page's reviews are recorded, because a recheck is open or begins here. */
  isRecorded: boolean
}

/** Decided with the first page, when the number of pages is known: not before all is stored, nor in partial lists. */
export async function recheckOf(
  ctx: BackgroundContext,
  { run, source }: CollectableRun,
  asked: { phase: Phase },
  page: SourcePage,
): Promise<RecheckChoice> {
  const mayBegin =
    run.page === 0 &&
    asked.phase === 'newest' &&
    source.backfillState === 'done' &&
    !source.gapSince &&
    sourceNamed(run.source)?.lists === 'all'
  const rechecks = run.rechecks || (mayBegin && (await beginsRecheck(ctx, run, source, page)))
  return { rechecks, isRecorded: rechecks || source.recheckSince !== null }
}

async function beginsRecheck(ctx: BackgroundContext, run: Run, source: RunSource, page: SourcePage) {
  return page.nextCursor === null || isRecheckDue(run, source, await pagesOf(ctx, run, source, page))
}

/** How many pages the list has: as it had the last time, or by the size of its first one. */
async function pagesOf(ctx: BackgroundContext, run: Run, source: RunSource, page: SourcePage) {
  if (source.listPages !== null) return source.listPages
  return (page.total ?? source.statedTotal ?? (await countVisible(ctx, run))) / page.reviews.length
}

/** Reviews that the platform still shows, as far as we know. Reads one row a day on which some were first seen. */
async function countVisible(ctx: BackgroundContext, run: Run): Promise<number> {
  const [counted] = await retryTransientFaults(() =>
    ctx.db.all<{ visible: number }>(sql`
      SELECT coalesce(sum(${sql.raw(run.platform)} - ${sql.raw(`removed_${run.platform}`)}), 0) AS visible
      FROM review_daily_stats WHERE business_id = ${run.businessId}`),
  )
  return counted?.visible ?? 0
}
