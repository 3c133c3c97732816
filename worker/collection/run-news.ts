import { and, eq, sql } from 'drizzle-orm'
import { businesses, type Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { NewNotification, NewReviewsAlert } from '../notifications/notify.ts'
import { DAY_MS } from '../rules/durations.ts'
import { type FailureKind, failureNotice } from '../rules/failures.ts'
import { newReviewsText } from '../rules/notifications.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import type { RunSource } from './claimed-run.ts'

/** Reviews written before that are late history, not news. */
const NEWS_MS = 30 * DAY_MS

/** Notification about a scheduled collection with new reviews; null if there is nothing to report. */
export async function newsOfReviews(ctx: BackgroundContext, run: Run): Promise<NewReviewsAlert | null> {
  if (run.triggerType !== 'schedule' || run.reviewsNew === 0) return null
  // Reviews first stored by a run have its creation time as `scraped_at`.
  const stored = sql`FROM reviews WHERE business_id = ${run.businessId} AND scraped_at = ${run.createdAt}
    AND platform = ${run.platform} AND coalesce(review_date, scraped_at) >= ${run.createdAt - NEWS_MS}`
  const [brought] = await ctx.db
    .select({
      name: businesses.name,
      found: sql<number>`(SELECT count(*) ${stored})`.as('found'),
      waiting: sql<number>`(SELECT count(*) ${stored} AND responded = 0)`.as('waiting'),
    })
    .from(businesses)
    .where(isOf(run))
  if (!brought || brought.found === 0) return null
  const query = new URLSearchParams({
    businessId: run.businessId,
    ...(brought.waiting > 0 && { status: 'pending' }),
  })
  return {
    organizationId: run.organizationId,
    businessId: run.businessId,
    kind: 'new_reviews',
    message: `${brought.name}: ${newReviewsText(run.platform, brought.found, brought.waiting)}`,
    link: `/app/reviews?${query}`,
    dedupeKey: `run:${run.id}`,
    runId: run.id,
  }
}

/**
 * Notification about a failing source, if its owner can do something about it. Keyed by the first failure since the
 * last success, so that each kind of trouble is reported once.
 */
export async function newsOfTrouble(
  ctx: BackgroundContext,
  run: Run,
  source: RunSource,
  trouble: { kind: FailureKind; since: number; failures: number },
): Promise<NewNotification | null> {
  const text = failureNotice(PLATFORM_NAMES[run.platform], trouble.kind, trouble.failures)
  if (text === null) return null
  const [business] = await ctx.db.select({ name: businesses.name }).from(businesses).where(isOf(run))
  if (!business) return null
  return {
    organizationId: run.organizationId,
    businessId: run.businessId,
    kind: 'source_needs_owner',
    message: `${business.name}: ${text}`,
    link: `/app/businesses/${run.businessId}/sources`,
    dedupeKey: `source:${source.businessId}:${source.platform}:${trouble.kind}:${trouble.since}`,
  }
}

function isOf(run: Run) {
  return and(eq(businesses.id, run.businessId), eq(businesses.organizationId, run.organizationId))
}
