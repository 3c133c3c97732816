import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { businesses, businessSources, organizationSubscriptions } from '#db/schema/index.ts'
import { sourceToday } from '../businesses/choose-source.ts'
import { olderBusinesses } from '../businesses/location-limit.ts'
import { type SourceSwitch, switchSources } from '../businesses/switch-sources.ts'
import type { BackgroundContext } from '../context.ts'
import { collectionOptions } from '../rules/collection.ts'
import { allowsPlatform, planLimits } from '../rules/plans.ts'
import type { Platform } from '../rules/platforms.ts'
import { sourceNamed } from '../sources/index.ts'
import { keptOf } from '../sources/keeping.ts'
import { nextDueAt } from './close-run.ts'
import { SWEEP_GRACE_MS } from './sweep.ts'

/** Sources in one batch of the database. */
const PER_BATCH = 500
/** What is left after so many goes to the next tick. */
const MAX_BATCHES = 20

/**
 * Inserts a run for every source that is due and moves its due time, a batch at a time; doing it twice at once starts
 * each source once. What the plan does not collect by itself leaves the schedule, until the plan or the switch of the
 * business changes.
 *
 * @returns how many runs were started
 */
export async function startDueRuns(ctx: BackgroundContext): Promise<number> {
  const now = ctx.now()
  let started = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const due = await dueSources(ctx, now)
    if (due.length === 0) break
    started += await startRuns(ctx, due, now)
    if (due.length < PER_BATCH) break
  }
  return started
}

type DueSource = Awaited<ReturnType<typeof dueSources>>[number]

function dueSources(ctx: BackgroundContext, now: number) {
  return ctx.db
    .select({
      businessId: businessSources.businessId,
      platform: businessSources.platform,
      source: businessSources.source,
      listingUrl: businessSources.listingUrl,
      placeId: businessSources.placeId,
      failures: businessSources.failures,
      notBefore: businessSources.notBefore,
      isActive: businesses.isActive,
      plan: organizationSubscriptions.planType,
    })
    .from(businessSources)
    .innerJoin(businesses, eq(businesses.id, businessSources.businessId))
    .leftJoin(
      organizationSubscriptions,
      eq(organizationSubscriptions.organizationId, businessSources.organizationId),
    )
    .where(and(isNotNull(businessSources.nextDueAt), lte(businessSources.nextDueAt, now)))
    .orderBy(asc(businessSources.nextDueAt))
    .limit(PER_BATCH)
}

async function startRuns(ctx: BackgroundContext, due: DueSource[], now: number): Promise<number> {
  const switches: SourceSwitch[] = []
  const rows = due.map((source) => {
    const { businessId, failures, notBefore, isActive } = source
    const platform = source.platform as Platform
    const plan = source.plan ?? 'free'
    const collects = isActive && allowsPlatform(plan, platform)
    const today = collects ? collectable(ctx, source) : null
    if (today && today.source !== source.source) {
      switches.push({ businessId, platform, from: source.source, to: today })
    }
    const options = collectionOptions(platform, plan)
    return [
      ctx.createId(),
      businessId,
      platform,
      today ? 1 : 0,
      collects ? nextDueAt(plan, businessId, now, failures, notBefore ?? 0) : null,
      planLimits(plan).locations,
      options.pages,
      options.rateLimitMs,
      options.timeoutMs,
      options.retryAttempts,
      options.userAgentRotation ? 1 : 0,
    ]
  })
  const json = JSON.stringify(rows)
  const insert = statement(
    ctx.db,
    sql`
    INSERT INTO scrape_runs (id, organization_id, business_id, platform, source, trigger_type, status, phase,
      pages_planned, rate_limit_ms, timeout_ms, retry_attempts, user_agent_rotation, due_at, created_at)
    SELECT item.value->>0, own.organization_id, own.business_id, own.platform, own.source, 'schedule', 'queued', 'newest',
      item.value->>6, item.value->>7, item.value->>8, item.value->>9, item.value->>10, ${now - SWEEP_GRACE_MS}, ${now}
    FROM json_each(${json}) AS item
    JOIN business_sources AS own ON own.business_id = item.value->>1 AND own.platform = item.value->>2
    WHERE item.value->>3 = 1 AND item.value->>4 IS NOT NULL AND own.next_due_at <= ${now}
      AND coalesce(own.not_before, 0) <= ${now}
      AND ${olderBusinesses(sql`own.business_id`)} < item.value->>5
    ON CONFLICT DO NOTHING`,
  )
  const moveOn = statement(
    ctx.db,
    sql`
    UPDATE business_sources SET next_due_at = item.value->>4
    FROM json_each(${json}) AS item
    WHERE business_sources.business_id = item.value->>1 AND business_sources.platform = item.value->>2
      AND business_sources.next_due_at <= ${now}`,
  )
  const [, , inserted] = await ctx.db.batch([...switchSources(ctx, switches), insert, moveOn])
  return inserted.meta.changes
}

/** Where the source is collected from now; null where nothing may be asked or nothing of it may be kept. */
function collectable({ settings }: BackgroundContext, source: DueSource) {
  const today = sourceToday(source, settings)
  const asked = today && sourceNamed(today.source)
  return asked && keptOf(asked, settings.KEEP_REVIEWS) !== 'nothing' ? today : null
}
