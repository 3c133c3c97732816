import { and, asc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { type Database, literal } from '#db/client.ts'
import { collectionIsOpen, importIsOpen, type Run, runIsOpen, scrapeRuns } from '#db/schema/index.ts'
import { olderBusinesses } from '../businesses/create.ts'
import type { SourceKey } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { isFree, type Lease } from '../platform/due.ts'
import type { RunOptions } from '../rules/collection.ts'
import { DAY_MS, SECOND_MS } from '../rules/durations.ts'
import type { AnyPlatform, Platform } from '../rules/platforms.ts'
import { type ClaimedRun, circumstancesQuery } from './claimed-run.ts'
import { MAX_RESOLVE_HOPS } from './fetch.ts'
import { mayStartRun, type UsedPlace } from './place-usage.ts'

// The only writer of scrape_runs, imports included. The one exception cancels the open run of a source that changes or
// is removed: businesses/source-state.ts.

type Columns = SQLiteUpdateSetSource<typeof scrapeRuns>

/** Guard: the run is open and still on this page. */
export function stillAt({ id, page }: Pick<Run, 'id' | 'page'>): SQL {
  return sql`scrape_runs.id = +${id} AND scrape_runs.page = +${page} AND ${runIsOpen}`
}

/** `stillAt` as a guard for statements on other tables. */
export function whileStillAt(run: Pick<Run, 'id' | 'page'>): SQL {
  return sql`EXISTS (SELECT 1 FROM scrape_runs WHERE ${stillAt(run)})`
}

export interface NewRun extends UsedPlace {
  id: string
  businessId: string
  listingUrl: string
  options: RunOptions
  locations: number
  /** Maximum runs of this source per hour, not counting runs that ended before saving a page. */
  perHour: number
  /** Position among the new runs of this place, from 1. */
  rank: number
}

/**
 * Statement that starts runs, each only if none is open, its source is unchanged, its place may be asked, and the plan
 * has a location for the business. `isDue` is a further condition on the source (`own`).
 */
export function createRuns(
  db: Database,
  runs: NewRun[],
  start: { trigger: Run['triggerType']; now: number; dueAt: number; isDue?: SQL },
) {
  const rows = runs.map(({ options, ...run }) => ({ ...options, ...run }))
  const field = (name: keyof (typeof rows)[number]) => sql.raw(`(item.value->>'${name}')`)
  const place = {
    organizationId: sql.raw('own.organization_id'),
    platform: sql.raw('own.platform'),
    source: sql.raw('own.source'),
    names: sql.raw("(item.value->'names')"),
  }
  return db.statement(sql`
    INSERT INTO scrape_runs (id, organization_id, business_id, platform, source, trigger_type, status, phase,
      pages_planned, rate_limit_ms, timeout_ms, retry_attempts, user_agent_rotation, due_at, created_at)
    SELECT ${field('id')}, own.organization_id, own.business_id, own.platform, own.source, ${start.trigger}, 'queued',
      'newest', ${field('pages')}, ${field('rateLimitMs')}, ${field('timeoutMs')}, ${field('retryAttempts')},
      ${field('userAgentRotation')}, ${start.dueAt}, ${start.now}
    FROM json_each(${JSON.stringify(rows)}) AS item
    JOIN business_sources AS own ON own.business_id = ${field('businessId')} AND own.platform = ${field('platform')}
    WHERE own.organization_id = ${field('organizationId')} AND own.source = ${field('source')}
      AND own.listing_url = ${field('listingUrl')} AND ${start.isDue ?? sql`true`}
      AND ${olderBusinesses(sql`own.business_id`)} < ${field('locations')}
      AND ${mayStartRun(place, start.now, { perHour: field('perHour'), rank: field('rank') })}
    ON CONFLICT DO NOTHING`)
}

/**
 * Time that a step needs besides waiting for the platform: a lease lasts this long plus the timeouts of its responses.
 */
export const STEP_MARGIN_MS = 5 * SECOND_MS

/**
 * End of a step's lease. Most steps wait for one response; the step that finds the listing's id waits for several in
 * sequence.
 */
function heldUntil(lease: Lease) {
  const finds = sql`EXISTS (SELECT 1 FROM business_sources AS source
    WHERE source.business_id = scrape_runs.business_id AND source.platform = scrape_runs.platform
      AND source.place_id IS NULL)`
  return sql<number>`${lease} + timeout_ms * CASE WHEN ${finds} THEN ${MAX_RESOLVE_HOPS} ELSE 1 END`
}

/**
 * Leases a run for one step, if it is still on the message's page, the step is due and nobody else has it; otherwise
 * null. The lease expires, so that a run whose worker died can be taken again.
 */
export async function claimRun(
  ctx: BackgroundContext,
  message: CollectMessage,
  lease: Lease,
): Promise<ClaimedRun | null> {
  const now = ctx.now()
  const leaseUntil = heldUntil(lease)
  // A retry that doesn't know whether it got the lease may ask again.
  const mayTake = or(isFree(scrapeRuns.leaseUntil, now), eq(scrapeRuns.leaseUntil, leaseUntil))
  const [claimed, found] = await ctx.db.batch([
    ctx.db
      .update(scrapeRuns)
      .set({ status: 'running', startedAt: sql`coalesce(started_at, ${now})`, leaseUntil, resends: 0 })
      .where(and(stillAt({ id: message.runId, page: message.page }), lte(scrapeRuns.dueAt, now), mayTake))
      .returning(),
    circumstancesQuery(ctx, message.runId),
  ])
  const run = claimed[0]
  const around = found[0]
  return run && around ? { run, ...around, plan: around.plan ?? 'free' } : null
}

/** Does nothing if somebody else has leased the run. */
export async function releaseRun(
  { db }: BackgroundContext,
  { runId, page }: CollectMessage,
  lease: Lease,
): Promise<void> {
  const isOurs = eq(scrapeRuns.leaseUntil, heldUntil(lease))
  await db
    .update(scrapeRuns)
    .set({ leaseUntil: null })
    .where(and(eq(scrapeRuns.id, runId), eq(scrapeRuns.page, page), isOurs))
}

export function rescheduleRun(db: Database, run: Run, dueAt: number, change: Partial<Run>) {
  return db
    .update(scrapeRuns)
    .set({ ...change, leaseUntil: null, dueAt })
    .where(stillAt(run))
    .returning({ id: scrapeRuns.id })
}

export function recordSaveFault(db: Database, run: Run) {
  return db.update(scrapeRuns).set({ saveFaults: sql`save_faults + 1` }).where(stillAt(run))
}

/** `counted` is what the saved page adds to the run's counts. */
export function advanceRun(db: Database, columns: Columns, counted: SQL, guard: SQL) {
  return db.update(scrapeRuns).set(columns).from(counted).where(guard)
}

export function endRun(db: Database, run: Run, columns: Columns) {
  return db
    .update(scrapeRuns)
    .set({ ...columns, leaseUntil: null, pagesSeen: null })
    .where(stillAt(run))
}

/**
 * Takes late open collections that nobody has leased, so that the caller can send their steps again. If several callers
 * run at once, only one gets each collection. `graceMs` is the lateness required, which grows with each resend.
 */
export function takeLateRuns(
  { db, now: clock }: BackgroundContext,
  late: { runId: string | undefined; leastMs: number; graceMs: SQL; limit: number },
) {
  const now = clock()
  const taken = db
    .select({ seq: scrapeRuns.seq })
    .from(scrapeRuns)
    .where(
      and(
        late.runId === undefined ? undefined : eq(scrapeRuns.id, late.runId),
        collectionIsOpen,
        lte(scrapeRuns.dueAt, now - late.leastMs),
        sql`${scrapeRuns.dueAt} + ${late.graceMs} <= ${now}`,
        isFree(scrapeRuns.leaseUntil, now),
      ),
    )
    .orderBy(asc(scrapeRuns.dueAt))
    .limit(late.limit)
  return db
    .update(scrapeRuns)
    .set({ dueAt: now, resends: sql`${scrapeRuns.resends} + 1` })
    .where(inArray(scrapeRuns.seq, taken))
    .returning({ id: scrapeRuns.id, page: scrapeRuns.page, platform: scrapeRuns.platform })
}

export const KEPT_DAYS = 90
/** Number of latest runs kept per source, whatever their age. */
export const KEPT_RUNS = 50
/** Time until a run that was kept as one of the latest is checked again. */
const LOOK_AGAIN_MS = 30 * DAY_MS
/** Maximum runs checked at a time, because each check reads all later runs of the source. */
const LOOKED_AT_ONCE = 100

/** Deletes runs past their retention, except the last ones of each source, which are checked again a month later. */
export async function forgetOldRuns(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  // Inlined, not bound: the index is only used if the expression matches its definition
  // (migrations/0007_collection.sql).
  const keptUntil = sql.raw(`coalesce(keep_until, created_at + ${KEPT_DAYS * DAY_MS})`)
  const due = sql`SELECT seq FROM scrape_runs WHERE ${keptUntil} <= ${now} ORDER BY ${keptUntil} LIMIT ${literal(LOOKED_AT_ONCE)}`
  const firstKept = sql`(SELECT later.created_at FROM scrape_runs AS later
    WHERE later.business_id = scrape_runs.business_id AND later.platform = scrape_runs.platform
    ORDER BY later.created_at DESC LIMIT 1 OFFSET ${KEPT_RUNS - 1})`
  const isKept = sql`created_at >= coalesce(${firstKept}, 0)`
  await ctx.db.batch([
    ctx.db.statement(sql`DELETE FROM scrape_runs WHERE seq IN (${due}) AND NOT ${isKept}`),
    ctx.db.statement(
      sql`UPDATE scrape_runs SET keep_until = ${now + LOOK_AGAIN_MS} WHERE seq IN (${due}) AND ${isKept}`,
    ),
  ])
}

const IMPORT = {
  triggerType: 'manual',
  phase: 'newest',
  rateLimitMs: 0,
  timeoutMs: 0,
  retryAttempts: 0,
} as const
type NewImport = Omit<typeof scrapeRuns.$inferInsert, keyof typeof IMPORT | 'platform'> & {
  platform: AnyPlatform
}

/** The run of an import, which may be of a platform that the owner has added. */
export type ImportRun = Omit<Run, 'platform'> & { platform: AnyPlatform }

export function createImport(db: Database, run: NewImport) {
  return (
    db
      .insert(scrapeRuns)
      // Safe: the column is text; only collections are limited to the four platforms.
      .values({ ...run, ...IMPORT, platform: run.platform as Platform, startedAt: run.createdAt })
      .returning()
  )
}

export function claimImport(db: Database, run: ImportRun, lease: Lease, condition: SQL) {
  return db
    .update(scrapeRuns)
    .set({ leaseUntil: lease })
    .where(
      and(
        eq(scrapeRuns.id, run.id),
        eq(scrapeRuns.page, run.page),
        eq(scrapeRuns.status, run.status),
        condition,
      ),
    )
    .returning({ id: scrapeRuns.id })
}

export function whileClaimed({ id }: ImportRun, lease: Lease): SQL {
  return sql`EXISTS (SELECT 1 FROM scrape_runs AS own WHERE own.id = ${id} AND own.lease_until = ${lease})`
}

export function endImport(db: Database, run: ImportRun, columns: Columns) {
  return db
    .update(scrapeRuns)
    .set({ ...columns, status: 'succeeded', pagesPlanned: sql`page` })
    .where(
      and(
        eq(scrapeRuns.id, run.id),
        eq(scrapeRuns.organizationId, run.organizationId),
        eq(scrapeRuns.status, 'running'),
      ),
    )
}

export function cancelImport(
  db: Database,
  key: Omit<SourceKey, 'platform'> & { platform: AnyPlatform },
  now: number,
  reason: string,
) {
  return db
    .update(scrapeRuns)
    .set({ status: 'cancelled', finishedAt: now, errors: [reason] })
    .where(
      sql`organization_id = ${key.organizationId} AND business_id = ${key.businessId} AND platform = ${key.platform}
        AND ${importIsOpen}`,
    )
}

export function abandonImports(db: Database, now: number, reason: string) {
  return db
    .update(scrapeRuns)
    .set({ status: 'failed', finishedAt: now, leaseUntil: null, errors: [reason] })
    .where(and(importIsOpen, lte(scrapeRuns.dueAt, now)))
}

export function discardImports(db: Database, ids: string[], condition: SQL) {
  return db.delete(scrapeRuns).where(and(inArray(scrapeRuns.id, ids), eq(scrapeRuns.page, 0), condition))
}
