import { and, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import {
  businesses,
  businessSources,
  organizationSubscriptions,
  type Run,
  scrapeRuns,
} from '#db/schema/index.ts'
import { olderBusinesses } from '../businesses/location-limit.ts'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import type { Lease } from '../platform/lease.ts'
import { mayHaveTwins } from '../reviews/twin-candidates.ts'
import { DAY_MS, SECOND_MS } from '../rules/durations.ts'
import { MAX_RESOLVE_HOPS } from './fetch.ts'
import { waitOfRun } from './place-usage.ts'

/** Time for what a step does besides waiting for the platform: a run's lease lasts this long and as long as its answers may. */
export const STEP_MARGIN_MS = 5 * SECOND_MS

export type RunSource = typeof businessSources.$inferSelect

export interface ClaimedRun {
  run: Run
  /** Null when the business gave up the listing after the run was started. */
  source: RunSource | null
  /** True when reviews of this source are stored. */
  hasReviews: boolean
  /** True when one of what is stored may come from this source under another id. */
  mayHaveTwins: boolean
  businessIsActive: boolean
  /** Businesses of the organization that are older, counted as far as any plan has locations. */
  olderBusinesses: number
  /** The plan that holds in the run's organization now. */
  plan: string
  /** Until when the platform does not want to be asked about the place (milliseconds); null where it may be. */
  waitUntil: number | null
}

/** A run whose listing is still there. */
export interface CollectableRun extends ClaimedRun {
  source: RunSource
}

export const OPEN_STATUSES: Run['status'][] = ['queued', 'running']

/**
 * Takes a run for one step, if it still stands at the message's page, the step is due and nobody else holds it. The
 * lease ends by itself, so that a run whose worker died can be taken again.
 *
 * @returns null when there is nothing to do: unknown, finished, held, past this page, or too early
 */
export async function claimRun(
  ctx: BackgroundContext,
  message: CollectMessage,
  lease: Lease,
): Promise<ClaimedRun | null> {
  const now = ctx.now()
  const leaseUntil = heldUntil(lease, answersOfStep)
  const [claimed, found] = await ctx.db.batch([
    ctx.db
      .update(scrapeRuns)
      .set({ status: 'running', startedAt: sql`coalesce(started_at, ${now})`, leaseUntil, resends: 0 })
      .where(
        and(
          eq(scrapeRuns.id, message.runId),
          eq(scrapeRuns.page, message.page),
          inArray(scrapeRuns.status, OPEN_STATUSES),
          lte(scrapeRuns.dueAt, now),
          or(
            isNull(scrapeRuns.leaseUntil),
            lte(scrapeRuns.leaseUntil, now),
            eq(scrapeRuns.leaseUntil, leaseUntil),
          ),
        ),
      )
      .returning(),
    circumstances(ctx, message.runId),
  ])
  const run = claimed[0]
  const around = found[0]
  return run && around ? { run, ...around, plan: around.plan ?? 'free' } : null
}

/** Answers that a step waits for, one after the other: where the listing's id is not known yet, it is found first. */
const answersOfStep = sql`CASE WHEN EXISTS (SELECT 1 FROM business_sources AS source
    WHERE source.business_id = scrape_runs.business_id AND source.platform = scrape_runs.platform
      AND source.place_id IS NULL)
  THEN ${MAX_RESOLVE_HOPS + 1} ELSE 1 END`

function heldUntil(lease: Lease, answers: SQL) {
  return sql<number>`${lease} + timeout_ms * ${answers}`
}

/** What a run's step depends on besides its own row. */
function circumstances(ctx: BackgroundContext, runId: string) {
  return ctx.db
    .select({
      source: getTableColumns(businessSources),
      businessIsActive: businesses.isActive,
      olderBusinesses: sql<number>`${olderBusinesses(sql`${scrapeRuns.businessId}`)}`.as('older_businesses'),
      plan: organizationSubscriptions.planType,
      waitUntil: waitOfRun(ctx.now()).as('wait_until'),
      hasReviews: sql`EXISTS (SELECT 1 FROM reviews
        WHERE reviews.business_id = ${scrapeRuns.businessId} AND reviews.platform = ${scrapeRuns.platform})`
        .mapWith(Boolean)
        .as('has_reviews'),
      mayHaveTwins: mayHaveTwins(scrapeRuns).mapWith(Boolean).as('may_have_twins'),
    })
    .from(scrapeRuns)
    .innerJoin(businesses, eq(businesses.id, scrapeRuns.businessId))
    .leftJoin(
      businessSources,
      and(
        eq(businessSources.businessId, scrapeRuns.businessId),
        eq(businessSources.platform, scrapeRuns.platform),
      ),
    )
    .leftJoin(
      organizationSubscriptions,
      eq(organizationSubscriptions.organizationId, scrapeRuns.organizationId),
    )
    .where(eq(scrapeRuns.id, runId))
}

/** Gives a run back untouched, for the next delivery to take; a run that somebody else holds stays theirs. */
export async function releaseRun(
  ctx: BackgroundContext,
  message: CollectMessage,
  lease: Lease,
): Promise<void> {
  await ctx.db
    .update(scrapeRuns)
    .set({ leaseUntil: null })
    .where(
      and(
        eq(scrapeRuns.id, message.runId),
        eq(scrapeRuns.page, message.page),
        // The step may have found the listing's id since it was claimed.
        sql`lease_until IN (${heldUntil(lease, sql`1`)}, ${heldUntil(lease, sql`${MAX_RESOLVE_HOPS + 1}`)})`,
      ),
    )
}

export const KEPT_DAYS = 90
/** Of a source, however old they are. */
export const KEPT_RUNS = 50
/** A source that is hardly ever collected keeps its last runs for years: they are not looked at every minute. */
const LOOK_AGAIN_MS = 30 * DAY_MS
/** Each costs a look at the runs of its source that came later. */
const LOOKED_AT_ONCE = 100

/**
 * Deletes runs that are too old to be looked up, but the last of each source. An old one that is kept for that is looked at
 * again a month later. Part of the minute's tick.
 */
export async function forgetOldRuns(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  // Written out, not bound: the index serves only what says the same as its definition (migrations/0018).
  const keptUntil = sql.raw(`coalesce(keep_until, created_at + ${KEPT_DAYS * DAY_MS})`)
  const due = sql`SELECT seq FROM scrape_runs WHERE ${keptUntil} <= ${now} ORDER BY ${keptUntil} LIMIT ${LOOKED_AT_ONCE}`
  const firstKept = sql`(SELECT later.created_at FROM scrape_runs AS later
    WHERE later.business_id = scrape_runs.business_id AND later.platform = scrape_runs.platform
    ORDER BY later.created_at DESC LIMIT 1 OFFSET ${KEPT_RUNS - 1})`
  const isKept = sql`created_at >= coalesce(${firstKept}, 0)`
  await ctx.db.batch([
    statement(ctx.db, sql`DELETE FROM scrape_runs WHERE seq IN (${due}) AND NOT ${isKept}`),
    statement(
      ctx.db,
      sql`UPDATE scrape_runs SET keep_until = ${now + LOOK_AGAIN_MS} WHERE seq IN (${due}) AND ${isKept}`,
    ),
  ])
}
