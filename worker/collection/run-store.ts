import { and, asc, eq, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { Database } from '#db/client.ts'
import { collectionIsOpen, importIsOpen, type Run, runIsOpen, scrapeRuns } from '#db/schema/index.ts'
import { olderBusinesses } from '../businesses/location-limit.ts'
import type { SourceKey } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import { isFree, type Lease } from '../platform/due.ts'
import type { RunOptions } from '../rules/collection.ts'
import { DAY_MS, SECOND_MS } from '../rules/durations.ts'
import { type ClaimedRun, circumstancesQuery } from './claimed-run.ts'
import { MAX_RESOLVE_HOPS } from './fetch.ts'
import { mayStartRun, type UsedPlace } from './place-usage.ts'

// The only writer of scrape_runs, imports included. The one other statement that writes them cancels the open run of a
// source that changes or goes: businesses/source-state.ts.

/** Columns as they are written: values, or expressions of the row. */
type Columns = SQLiteUpdateSetSource<typeof scrapeRuns>

/** True of the row of a run that is open and has not gone on from its page: what a step does, it does only then. */
export function stillAt({ id, page }: Pick<Run, 'id' | 'page'>): SQL {
  return sql`scrape_runs.id = ${id} AND scrape_runs.page = ${page} AND ${runIsOpen}`
}

/** The same as the guard of a statement on another table. */
export function whileStillAt(run: Pick<Run, 'id' | 'page'>): SQL {
  return sql`EXISTS (SELECT 1 FROM scrape_runs WHERE ${stillAt(run)})`
}

export interface NewRun extends UsedPlace {
  id: string
  businessId: string
  listingUrl: string
  options: RunOptions
  locations: number
  /** Runs an hour of this source that may save something. */
  perHour: number
  /** Of the new runs of this place, which one this is, from 1. */
  rank: number
}

/**
 * A statement that starts runs: each where none is open, its source is still the same, its place may be asked, and the
 * plan has a location for the business. `isDue` is a further condition of the source (`own`).
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

/** Time for what a step does besides waiting for the platform: a run's lease lasts this long and as long as its answers may. */
export const STEP_MARGIN_MS = 5 * SECOND_MS

/** A step waits for one answer; the one that finds the listing's id waits for several, one after the other. */
function heldUntil(lease: Lease) {
  const finds = sql`EXISTS (SELECT 1 FROM business_sources AS source
    WHERE source.business_id = scrape_runs.business_id AND source.platform = scrape_runs.platform
      AND source.place_id IS NULL)`
  return sql<number>`${lease} + timeout_ms * CASE WHEN ${finds} THEN ${MAX_RESOLVE_HOPS} ELSE 1 END`
}

/**
 * Takes a run for one step, if it is still at the message's page, the step is due and nobody else has it; null
 * otherwise. The lease ends by itself, so that a run whose worker died can be taken again.
 */
export async function claimRun(
  ctx: BackgroundContext,
  message: CollectMessage,
  lease: Lease,
): Promise<ClaimedRun | null> {
  const now = ctx.now()
  const leaseUntil = heldUntil(lease)
  // One that does not know whether it got the run may ask again.
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

/** Gives a run back untouched, for the next delivery to take; a run that somebody else has stays theirs. */
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

/** A statement that gives a run back at the same page, for a later step. */
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

/** A statement that moves a run on to its next page; `counted` is what the page it has saved adds to its figures. */
export function advanceRun(db: Database, columns: Columns, counted: SQL, guard: SQL) {
  return db.update(scrapeRuns).set(columns).from(counted).where(guard).returning()
}

export function endRun(db: Database, run: Run, columns: Columns) {
  return db
    .update(scrapeRuns)
    .set({ ...columns, leaseUntil: null, pagesSeen: null })
    .where(stillAt(run))
}

/**
 * Takes late open collections that nobody has, for their step to be sent again; of two who look at once, one gets each.
 * `graceMs` is how late a step has to be: the later the more often it was sent again.
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
/** Of a source, however old they are. */
export const KEPT_RUNS = 50
/** A source that is hardly ever collected keeps its last runs for years: they are not looked at every minute. */
const LOOK_AGAIN_MS = 30 * DAY_MS
/** Each costs a look at the runs of its source that came later. */
const LOOKED_AT_ONCE = 100

/** Deletes runs that are too old to be looked up, but the last of each source: those are looked at again a month later. */
export async function forgetOldRuns(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  // Written out, not bound: the index serves only what says the same as its definition (migrations/0007_collection.sql).
  const keptUntil = sql.raw(`coalesce(keep_until, created_at + ${KEPT_DAYS * DAY_MS})`)
  const due = sql`SELECT seq FROM scrape_runs WHERE ${keptUntil} <= ${now} ORDER BY ${keptUntil} LIMIT ${LOOKED_AT_ONCE}`
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

/** What every import has in common. */
const IMPORT = {
  triggerType: 'manual',
  phase: 'newest',
  rateLimitMs: 0,
  timeoutMs: 0,
  retryAttempts: 0,
} as const
type NewImport = Omit<typeof scrapeRuns.$inferInsert, keyof typeof IMPORT>

/** A statement that stores the run of an import, for which nothing is fetched. */
export function createImport(db: Database, run: NewImport) {
  return db
    .insert(scrapeRuns)
    .values({ ...run, ...IMPORT, startedAt: run.createdAt })
    .returning()
}

/** A statement that takes the step of an import for one batch, where `condition`. */
export function claimImport(db: Database, run: Run, lease: Lease, condition: SQL) {
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

/** The guard of what a batch does that has claimed an import. */
export function whileClaimed({ id }: Run, lease: Lease): SQL {
  return sql`EXISTS (SELECT 1 FROM scrape_runs AS own WHERE own.id = ${id} AND own.lease_until = ${lease})`
}

/** A statement that ends an import after its last chunk. */
export function endImport(db: Database, run: Run, columns: Columns) {
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

/** A statement that cancels the file that is still being imported for a platform of a business. */
export function cancelImport(db: Database, key: SourceKey, now: number, reason: string) {
  return db
    .update(scrapeRuns)
    .set({ status: 'cancelled', finishedAt: now, errors: [reason] })
    .where(
      sql`organization_id = ${key.organizationId} AND business_id = ${key.businessId} AND platform = ${key.platform}
        AND ${importIsOpen}`,
    )
}

/** A statement that ends imports of files whose next chunk is overdue. */
export function abandonImports(db: Database, now: number, reason: string) {
  return db
    .update(scrapeRuns)
    .set({ status: 'failed', finishedAt: now, leaseUntil: null, errors: [reason] })
    .where(and(importIsOpen, lte(scrapeRuns.dueAt, now)))
}

/** A statement that deletes imports which have stored nothing, where `condition`. */
export function discardImports(db: Database, ids: string[], condition: SQL) {
  return db.delete(scrapeRuns).where(and(inArray(scrapeRuns.id, ids), eq(scrapeRuns.page, 0), condition))
}
