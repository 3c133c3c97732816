import { type SQL, sql } from 'drizzle-orm'
import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS } from '../rules/durations.ts'
import { sourceNamed } from '../sources/registry.ts'
import type { SourcePage } from '../sources/source.ts'
import type { CollectableRun, RunSource } from './claimed-run.ts'
import { persistently } from './retry.ts'
import type { Phase } from './scan.ts'

/** How long after one walk the next one is due: of a list that fits into one run, and of a longer one. */
const WALK_EVERY_MS = { inOneRun: 1 * DAY_MS, overSeveral: 7 * DAY_MS } as const

/** What a page of a list means for the walk over it. */
export interface WalkNote {
  /** The run goes on from this page to the end of the list, past everything that is known. */
  walks: boolean
  /** What the page shows is noted, because a walk is open or begins here. */
  isNoted: boolean
}

/**
 * Decided once a run, with its first page, when it is known how many pages the list has. A list of one page is walked
 * by looking at it. Before all reviews are stored there is nothing to look for; nor in lists that are never whole.
 */
export async function noteOf(
  ctx: BackgroundContext,
  { run, source }: CollectableRun,
  asked: { phase: Phase },
  page: SourcePage,
): Promise<WalkNote> {
  const mayBegin =
    run.page === 0 &&
    asked.phase === 'newest' &&
    source.backfillState === 'done' &&
    !source.gapSince &&
    sourceNamed(run.source)?.lists === 'all'
  const walks = run.walks || (mayBegin && (await beginsWalk(ctx, run, source, page)))
  return { walks, isNoted: walks || source.walkSince !== null }
}

async function beginsWalk(ctx: BackgroundContext, run: Run, source: RunSource, page: SourcePage) {
  return page.nextCursor === null || isWalkDue(run, source, await pagesOf(ctx, run, source, page))
}

/** How many pages the list has: as it had the last time, or by the size of its first one. */
async function pagesOf(ctx: BackgroundContext, run: Run, source: RunSource, page: SourcePage) {
  if (source.listPages !== null) return source.listPages
  return (page.total ?? source.statedTotal ?? (await countShown(ctx, run))) / page.reviews.length
}

/** @param pages how many the list is thought to have */
export function isWalkDue(
  run: Pick<Run, 'pagesPlanned' | 'triggerType' | 'createdAt'>,
  source: { walkSince: number | null; walkedAt: number | null },
  pages: number,
): boolean {
  const fits = pages <= run.pagesPlanned
  // Whoever presses the button wants to know how things stand.
  if (fits && run.triggerType === 'manual') return true
  if (source.walkSince !== null) return false
  const every = fits ? WALK_EVERY_MS.inOneRun : WALK_EVERY_MS.overSeveral
  return run.createdAt - (source.walkedAt ?? 0) >= every
}

/** Reviews of the source that are shown as far as we know; reads one row a day on which some were first seen. */
async function countShown(ctx: BackgroundContext, run: Run): Promise<number> {
  const [counted] = await persistently(() =>
    ctx.db.all<{ shown: number }>(sql`
      SELECT coalesce(sum(${sql.raw(run.platform)} - ${sql.raw(`removed_${run.platform}`)}), 0) AS shown
      FROM review_daily_stats WHERE business_id = ${run.businessId}`),
  )
  return counted?.shown ?? 0
}

/** The platform's ids that the walk of a run has met, one row each (`id`). */
export function metByWalk(run: Run): SQL {
  // A run that walks by itself has met all of it; what earlier ones noted for a walk that it overtook is older.
  return sql`SELECT DISTINCT met.value AS id FROM walk_pages, json_each(walk_pages.review_ids) AS met
    WHERE walk_pages.business_id = ${run.businessId} AND walk_pages.platform = ${run.platform}
      AND walk_pages.run_seq >= ${run.walks ? run.seq : 0}`
}
