import { and, eq, sql } from 'drizzle-orm'
import { businessSources } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { persistently } from './persistently.ts'
import type { Run } from './run-view.ts'

/** Counts of a platform are a little behind its lists. */
const COMPLETE_SHARE = 0.95

/**
 * What to tell the owner when a list ended although the platform states clearly more reviews than are stored; null when
 * the list did not end, or when a warning of the run says why already.
 */
export async function whyShort(ctx: BackgroundContext, run: Run): Promise<string | null> {
  if (!run.endOfList || run.warnings.length > 0) return null
  const [counts] = await persistently(() =>
    ctx.db
      .select({
        stated: businessSources.statedTotal,
        stored: sql<number>`(SELECT count(*) FROM reviews
          WHERE reviews.business_id = ${run.businessId} AND reviews.platform = ${run.platform})`.as('stored'),
      })
      .from(businessSources)
      .where(and(eq(businessSources.businessId, run.businessId), eq(businessSources.platform, run.platform))),
  )
  if (!counts || counts.stored >= (counts.stated ?? 0) * COMPLETE_SHARE) return null
  return `${PLATFORM_NAMES[run.platform]} states ${counts.stated} reviews, but its list ended after ${counts.stored}.`
}
