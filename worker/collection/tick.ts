import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { businesses, businessSources, organizationSubscriptions } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { cleanUpIdentity } from '../identity/clean-up.ts'
import { deliverMails } from '../platform/deliver-mails.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { collectionOptions } from '../rules/collection.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { allowsPlatform, planLimits } from '../rules/plans.ts'
import type { Platform } from '../rules/platforms.ts'
import { resendLateSteps, SWEEP_GRACE_MS } from './sweep.ts'

const MAX_PER_TICK = 500

/**
 * What happens every minute: start what is due, send again what got lost, drop what has ended, deliver
 * mails. Doing it twice does
 * nothing the second time, and after a gap it takes all that is due, page by page. A part that fails is logged, holds up
 * none of the others, and is done by the next tick.
 */
export async function tick(ctx: BackgroundContext): Promise<void> {
  const started = await part('start', () => startDueRuns(ctx))
  const resent = await part('resend', () => resendLateSteps(ctx))
  await part('identity', () => cleanUpIdentity(ctx))
  await part('mails', () => deliverMails(ctx))
  logEvent('tick', { started, resent })
}

async function part<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    logFault('tick_part_failed', error, { part: name })
    return null
  }
}

/** Inserts a run for every source that is due, and moves the due time in the same batch. */
async function startDueRuns(ctx: BackgroundContext): Promise<number> {
  if (ctx.settings.PUBLIC_COLLECTION !== 'on') return 0
  const now = ctx.now()
  const due = await ctx.db
    .select({
      businessId: businessSources.businessId,
      platform: businessSources.platform,
      plan: organizationSubscriptions.planType,
    })
    .from(businessSources)
    .innerJoin(businesses, and(eq(businesses.id, businessSources.businessId), eq(businesses.isActive, true)))
    .innerJoin(
      organizationSubscriptions,
      eq(organizationSubscriptions.organizationId, businessSources.organizationId),
    )
    .where(and(isNotNull(businessSources.nextDueAt), lte(businessSources.nextDueAt, now)))
    .orderBy(asc(businessSources.nextDueAt))
    .limit(MAX_PER_TICK)
  if (due.length === 0) return 0

  const rows = due.map(({ businessId, platform, plan }) => {
    const options = collectionOptions(platform as Platform, plan)
    const { refreshHours, locations } = planLimits(plan)
    const collects = refreshHours !== null && allowsPlatform(plan, platform)
    return [
      ctx.createId(),
      businessId,
      platform,
      collects ? 1 : 0,
      now + (refreshHours ?? 0) * HOUR_MS,
      locations,
      options.pages,
      options.rateLimitMs,
      options.timeoutMs,
      options.retryAttempts,
    ]
  })
  const json = JSON.stringify(rows)
  const [inserted] = await ctx.db.batch([
    statement(
      ctx.db,
      sql`
      INSERT INTO scrape_runs (id, organization_id, business_id, platform, source, trigger_type, status, phase,
        pages_planned, rate_limit_ms, timeout_ms, retry_attempts, due_at, created_at)
      SELECT item.value->>0, own.organization_id, own.business_id, own.platform, own.source, 'schedule', 'queued', 'newest',
        item.value->>6, item.value->>7, item.value->>8, item.value->>9, ${now - SWEEP_GRACE_MS}, ${now}
      FROM json_each(${json}) AS item
      JOIN business_sources AS own ON own.business_id = item.value->>1 AND own.platform = item.value->>2
      WHERE item.value->>3 = 1 AND own.next_due_at <= ${now}
        AND (SELECT count(*) FROM businesses AS mine JOIN businesses AS older
            ON older.organization_id = mine.organization_id AND (older.created_at, older.id) < (mine.created_at, mine.id)
          WHERE mine.id = own.business_id) < item.value->>5
      ON CONFLICT DO NOTHING`,
    ),
    statement(
      ctx.db,
      sql`
      UPDATE business_sources SET next_due_at = CASE WHEN item.value->>3 = 1 THEN item.value->>4 END
      FROM json_each(${json}) AS item
      WHERE business_sources.business_id = item.value->>1 AND business_sources.platform = item.value->>2
        AND business_sources.next_due_at <= ${now}`,
    ),
  ])
  return inserted.meta.changes
}
