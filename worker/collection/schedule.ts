import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { businesses, businessSources, organizationSubscriptions } from '#db/schema/index.ts'
import { type SourcePlace, sourceToday } from '../businesses/choose-source.ts'
import { olderBusinesses } from '../businesses/location-limit.ts'
import { type SourceSwitch, switchSources } from '../businesses/switch-sources.ts'
import type { BackgroundContext } from '../context.ts'
import { collectionOptions } from '../rules/collection.ts'
import { allowsPlatform, planLimits } from '../rules/plans.ts'
import type { Platform } from '../rules/platforms.ts'
import { placeNames } from '../sources/place-names.ts'
import { sourceNamed } from '../sources/registry.ts'
import { keptOf } from '../sources/retention.ts'
import { nextDueAt } from './close.ts'
import { countRuns, MAX_RUNS_PER_HOUR, mayStartRun, type UsedPlace, waitsOf } from './place-usage.ts'
import { SWEEP_GRACE_MS } from './step-messages.ts'

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
      organizationId: businessSources.organizationId,
      businessId: businessSources.businessId,
      platform: businessSources.platform,
      source: businessSources.source,
      listingUrl: businessSources.listingUrl,
      placeId: businessSources.placeId,
      failures: businessSources.failures,
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
  const places = due.map((source) => ({ source, ...placeOf(ctx, source) }))
  const waits = await waitsOf(
    ctx,
    places.map(({ used }) => used),
  )
  const ranks = new Map<string, number>()
  const started: { id: string; names: string[] }[] = []
  const rows = places.map(({ source, collects, today, used }, index) => {
    const { businessId, failures } = source
    const platform = source.platform as Platform
    const plan = source.plan ?? 'free'
    if (today && today.source !== source.source) {
      switches.push({ businessId, platform, from: source.source, to: today })
    }
    const key = [used.organizationId, platform, used.names[0]].join(' ')
    const rank = (ranks.get(key) ?? 0) + 1
    if (today) ranks.set(key, rank)
    const id = ctx.createId()
    started.push({ id, names: used.names })
    const options = collectionOptions(platform, plan)
    return [
      id,
      businessId,
      platform,
      today ? 1 : 0,
      collects ? nextDueAt(plan, businessId, now, failures, waits.get(index)) : null,
      planLimits(plan).locations,
      options.pages,
      options.rateLimitMs,
      options.timeoutMs,
      options.retryAttempts,
      options.userAgentRotation ? 1 : 0,
      used.names,
      rank,
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
      AND ${olderBusinesses(sql`own.business_id`)} < item.value->>5
      AND ${mayStartRun(USED, now, { collected: MAX_RUNS_PER_HOUR, rank: sql`(item.value->>12)` })}
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
  const [, , inserted] = await ctx.db.batch([
    ...switchSources(ctx, switches),
    insert,
    countRuns(ctx.db, started),
    moveOn,
  ])
  return inserted.meta.changes
}

/** A source that is due, in the statement that starts its run. */
const USED = {
  organizationId: sql.raw('own.organization_id'),
  platform: sql.raw('own.platform'),
  source: sql.raw('own.source'),
  names: sql.raw('(item.value->11)'),
}

interface DuePlace {
  /** Whether the schedule collects it at all. */
  collects: boolean
  /** Where it is collected from now; null where nothing may be asked. */
  today: SourcePlace | null
  used: UsedPlace
}

function placeOf(ctx: BackgroundContext, source: DueSource): DuePlace {
  const { organizationId, isActive } = source
  const platform = source.platform as Platform
  const collects = isActive && allowsPlatform(source.plan ?? 'free', platform)
  const today = collects ? collectable(ctx, source) : null
  const asked = today ?? source
  const names = placeNames({ ...asked, platform })
  return { collects, today, used: { organizationId, platform, source: asked.source, names } }
}

/** Where the source is collected from now; null where nothing may be asked or nothing of it may be kept. */
function collectable({ settings }: BackgroundContext, source: DueSource) {
  const today = sourceToday(source, settings)
  const asked = today && sourceNamed(today.source)
  return asked && keptOf(asked, settings.KEEP_REVIEWS) !== 'nothing' ? today : null
}
