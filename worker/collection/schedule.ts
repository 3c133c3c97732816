import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses, businessSources, organizationSubscriptions } from '#db/schema/index.ts'
import type { SourcePlace } from '../businesses/choose-source.ts'
import { postponeSources, type SourceSwitch, switchSources } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { collectionOptions } from '../rules/collection.ts'
import { DAY_MS, HOUR_MS } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import { collectableToday, MAX_RUNS_PER_HOUR, whyNotAllowed } from './eligibility.ts'
import { countRuns, type UsedPlace, usedPlace, waitsOf } from './place-usage.ts'
import { createRuns, type NewRun } from './run-store.ts'
import { SWEEP_GRACE_MS } from './step-messages.ts'

const PER_BATCH = 500
/** Maximum number of batches per tick. Remaining due sources are handled in the next tick. */
const MAX_BATCHES = 20
const MAX_BACKOFF_MS = DAY_MS

/**
 * Starts the automatic collection of due sources, each only once even if calls overlap. Sources that the plan doesn't
 * collect automatically leave the schedule until the plan or the business's switch changes.
 *
 * @returns number of runs started
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
      ...columns(businessSources, 'organizationId', 'businessId', 'platform', 'failures'),
      ...columns(businessSources, 'source', 'listingUrl', 'placeId'),
      isActive: sql`(${businesses.isActive} AND ${businesses.deletedAt} IS NULL)`
        .mapWith(Boolean)
        .as('is_active'),
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
  const places = due.map((source) => ({ source, ...placeOf(ctx, source) }))
  const usedPlaces = places.map(({ used }) => used)
  const waits = await waitsOf(ctx, usedPlaces)
  const switches: SourceSwitch[] = []
  const runs: NewRun[] = []
  const postponed: Parameters<typeof postponeSources>[1] = []
  const ranks = new Map<string, number>()
  for (const [index, { source, collects, today, used }] of places.entries()) {
    const { organizationId, businessId, platform, failures } = source
    const plan = source.plan ?? 'free'
    const key = { organizationId, businessId, platform }
    const dueAt = collects ? nextDueAt(plan, businessId, now, failures, waits.get(index)) : null
    postponed.push({ ...key, dueAt })
    if (!today) continue
    if (today.source !== source.source) switches.push({ ...key, from: source.source, to: today })
    const place = [organizationId, platform, used.names[0]].join(' ')
    const rank = (ranks.get(place) ?? 0) + 1
    ranks.set(place, rank)
    if (dueAt === null) continue
    runs.push({
      id: ctx.createId(),
      ...used,
      businessId,
      listingUrl: today.listingUrl,
      options: collectionOptions(platform, plan),
      locations: planLimits(plan).locations,
      perHour: MAX_RUNS_PER_HOUR,
      rank,
    })
  }
  const start = { trigger: 'schedule', now, dueAt: now - SWEEP_GRACE_MS } as const
  const [, , inserted] = await ctx.db.batch([
    ...switchSources(ctx, switches),
    createRuns(ctx.db, runs, { ...start, isDue: sql`own.next_due_at <= ${now}` }),
    countRuns(ctx.db, runs),
    postponeSources(ctx.db, postponed, now),
  ])
  return inserted.meta.changes
}

interface DuePlace {
  collects: boolean
  /** Place to collect reviews from now; null if no source may be used. */
  today: SourcePlace | null
  used: UsedPlace
}

function placeOf(ctx: BackgroundContext, source: DueSource): DuePlace {
  const { organizationId, platform, isActive } = source
  // The statement that starts the run checks the plan's number of locations.
  const candidate = { platform, plan: source.plan ?? 'free', isWithinLimit: true, hasListing: true }
  const collects = whyNotAllowed({ ...candidate, businessIsActive: isActive }) === null
  const { place, refusal } = collectableToday(source, ctx.settings)
  const today = collects && !refusal ? place : null
  return { collects, today, used: usedPlace({ organizationId, platform }, today ?? source) }
}

/**
 * Time of a source's next automatic collection, never before `notBefore`; null if the plan only allows collecting by
 * hand. The wait is otherwise at most the plan's interval, doubled for each consecutive failure, up to a day. Each
 * business has a fixed offset within the interval, which spreads the load.
 */
export function nextDueAt(
  plan: string,
  businessId: string,
  now: number,
  failures: number,
  notBefore = 0,
): number | null {
  const { refreshHours } = planLimits(plan)
  if (refreshHours === null) return null
  const interval = refreshHours * HOUR_MS
  const wait = Math.min(interval * 2 ** failures, MAX_BACKOFF_MS - interval / 2)
  const earliest = Math.max(notBefore, now + wait - interval / 2)
  // The end of a UUIDv7 is random.
  const own = Number.parseInt(businessId.slice(-8), 16) % interval
  const moment = Math.ceil((earliest - own) / interval) * interval + own
  const sooner = moment - interval / 2
  return moment > now + wait && sooner >= earliest ? sooner : moment
}
