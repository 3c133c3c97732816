import { eq, not } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import { claimImport, whileClaimed } from '../collection/run-store.ts'
import type { BackgroundContext } from '../context.ts'
import { newLease } from '../platform/lease.ts'
import type { Arrival } from '../reviews/upsert-reviews.ts'
import type { ImportedReview } from '../rules/imports.ts'
import { arrivedRows } from './import-id.ts'
import { isStoredElsewhere, StoredMeanwhile, untilUndisturbed, withKnownIds } from './known-reviews.ts'
import type { ArrivalRun } from './open-run.ts'
import { storing } from './storing.ts'

/**
 * Stores the reviews of a run's step and moves the run on, in one batch: all of it or nothing. A step that is done
 * changes nothing the second time.
 *
 * @param plan the plan whose limit counts
 * @returns the run as it is afterwards, whoever did the step; null when it is gone
 */
export async function storeStep(
  ctx: BackgroundContext,
  run: ArrivalRun,
  plan: string,
  reviews: readonly ImportedReview[],
  texts: Arrival['texts'] = 'full',
): Promise<ArrivalRun | null> {
  const rows = await arrivedRows(run.platform, reviews)
  return untilUndisturbed(async () => {
    const [arriving = { run, rows, texts }] = await withKnownIds(ctx, [{ run, rows, texts }])
    // Tells this step's batch from another's that does the same.
    const lease = newLease(ctx, 0)
    const claim = claimImport(ctx.db, run, lease, not(isStoredElsewhere(arriving)))
    const after = ctx.db.select().from(scrapeRuns).where(eq(scrapeRuns.id, run.id))
    const [claimed, , , , , found] = await ctx.db.batch([
      claim,
      ...storing(ctx, arriving, plan, whileClaimed(run, lease)),
      after,
    ])
    const standing = found[0] ?? null
    if (claimed.length === 0 && standing?.page === run.page && standing.status === run.status) {
      throw new StoredMeanwhile()
    }
    return standing
  })
}
