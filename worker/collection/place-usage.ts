import { and, eq, getTableColumns, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { type Database, literal } from '#db/client.ts'
import { type PlaceUse, placeUsage, type Run, scrapeRuns } from '#db/schema/index.ts'
import type { SourcePlace } from '../businesses/choose-source.ts'
import type { BackgroundContext } from '../context.ts'
import { PRUNED_AT_ONCE } from '../platform/prune.ts'
import { HOUR_MS } from '../rules/durations.ts'
import type { Platform } from '../rules/platforms.ts'
import { placeNames } from '../sources/place-names.ts'
import { MAX_RUNS_PER_HOUR } from './eligibility.ts'

export interface UsedPlace {
  organizationId: string
  platform: Platform
  source: string
  names: string[]
}

/** Matches a run that ended before it saved a page. */
const GOT_NOTHING = sql.raw(`EXISTS (SELECT 1 FROM scrape_runs AS asked WHERE asked.id = place_usage.asked_by
  AND place_usage.kind = 'run' AND asked.page = 0 AND asked.status NOT IN ('queued', 'running'))`)

type PlaceColumns = { [Column in keyof UsedPlace]: SQL }

export function usedPlace(
  { organizationId, platform }: Pick<UsedPlace, 'organizationId' | 'platform'>,
  { source, listingUrl, placeId }: SourcePlace,
): UsedPlace {
  const names = placeNames({ platform, source, listingUrl, placeId })
  return { organizationId, platform, source, names }
}

function placeColumns({ organizationId, platform, source, names }: UsedPlace): PlaceColumns {
  return {
    organizationId: sql`${organizationId}`,
    platform: sql`${platform}`,
    source: sql`${source}`,
    names: sql`${JSON.stringify(names)}`,
  }
}

/**
 * Condition that a run may start, checked in the INSERT; `whyTooSoon` explains it. `perHour` is the maximum runs of
 * this source per hour, not counting runs that ended before saving a page; `rank` is the run's position, from 1, among
 * the statement's runs of the place.
 */
export function mayStartRun(place: PlaceColumns, now: number, limits: { perHour: SQL; rank: SQL }): SQL {
  return sql`(SELECT count(DISTINCT asked_by) FILTER (WHERE kind = 'run') + ${limits.rank} <= ${MAX_RUNS_PER_HOUR}
      AND count(DISTINCT asked_by) FILTER (
        WHERE kind = 'run' AND source = ${place.source} AND NOT ${GOT_NOTHING}) < ${limits.perHour}
      AND ${isNotToWait(place)}
    FROM place_usage WHERE ${counts(place, now)})`
}

/** Statement that counts started runs as uses of their places; ids of runs that weren't started are skipped. */
export function countRuns(db: Database, runs: { id: string; names: string[] }[]) {
  const rows = JSON.stringify(runs.map(({ id, names }) => [id, names]))
  return db.statement(sql`
    INSERT INTO place_usage (organization_id, platform, place, kind, asked_by, source, until)
    SELECT run.organization_id, run.platform, name.value, 'run', run.id, run.source, run.created_at + ${HOUR_MS}
    FROM json_each(${rows}) AS item JOIN scrape_runs AS run ON run.id = item.value->>0, json_each(item.value->1) AS name
    WHERE true ON CONFLICT DO NOTHING`)
}

/**
 * Counts a preview of a place, unless there are already `max` others or the platform has asked us to wait; returns true
 * if it was counted. If more names of the place become known, call it again with the same `id` to add them.
 */
export async function countPreview(
  ctx: BackgroundContext,
  place: UsedPlace,
  id: string,
  max: number,
): Promise<boolean> {
  const now = ctx.now()
  const columns = placeColumns(place)
  const { meta } = await ctx.db.statement(sql`
    INSERT INTO place_usage (organization_id, platform, place, kind, asked_by, source, until)
    SELECT ${columns.organizationId}, ${columns.platform}, name.value, 'preview', ${id}, ${columns.source},
      ${now + HOUR_MS}
    FROM json_each(${columns.names}) AS name
    WHERE (SELECT count(DISTINCT asked_by) FILTER (WHERE kind = 'preview' AND asked_by <> ${id}) < ${max}
        AND ${isNotToWait(columns)}
      FROM place_usage WHERE ${counts(columns, now)})
    ON CONFLICT DO UPDATE SET until = until`)
  return meta.changes > 0
}

/**
 * Statement that blocks a place until the given time, because the platform asked us to wait. Blocks all known names of
 * the place: the given ones and, if a run (`runId`) was asked to wait, those the run was counted under.
 */
export function countWait(db: Database, place: UsedPlace, until: number, runId: string | null = null) {
  const columns = placeColumns(place)
  return db.statement(sql`
    INSERT INTO place_usage (organization_id, platform, place, kind, asked_by, source, until)
    SELECT ${columns.organizationId}, ${columns.platform}, name.value, 'wait', ${columns.source}, ${columns.source},
      ${until}
    FROM (SELECT value FROM json_each(${columns.names})
      UNION SELECT place FROM place_usage WHERE asked_by = ${runId} AND kind = 'run') AS name
    WHERE true ON CONFLICT DO UPDATE SET until = max(until, excluded.until)`)
}

export function placeUsesQuery(
  ctx: BackgroundContext,
  { organizationId, platform, names }: Omit<UsedPlace, 'source'>,
) {
  const isPlace = and(eq(placeUsage.platform, platform), inArray(placeUsage.place, names))
  return usesQuery(ctx, organizationId, isPlace)
}

/**
 * SQL for the time until which a run's place must not be asked, possibly set by another run; null if none. Part of a
 * query for the run.
 */
export function waitOfRun(now: number) {
  return sql<number | null>`(SELECT max(wait.until) FROM place_usage AS own
      JOIN place_usage AS wait ON wait.organization_id = own.organization_id AND wait.platform = own.platform
        AND wait.place = own.place AND wait.kind = 'wait' AND wait.asked_by = ${scrapeRuns.source}
    WHERE own.asked_by = ${scrapeRuns.id} AND own.kind = 'run' AND wait.until > ${now})`
}

/** Counts an open run under the newly found names of its place, too. Returns the other uses of the place. */
export async function countFound(ctx: BackgroundContext, run: Run, place: UsedPlace): Promise<PlaceUse[]> {
  const [uses] = await ctx.db.batch([
    placeUsesQuery(ctx, place),
    countRuns(ctx.db, [{ id: run.id, names: place.names }]),
  ])
  return uses.filter(({ askedBy }) => askedBy !== run.id)
}

/**
 * Query for the current uses of all places of an organization: runs of the last hour, and waits that haven't ended.
 * Previews are left out.
 */
export function organizationUsesQuery(ctx: BackgroundContext, organizationId: string) {
  return usesQuery(ctx, organizationId, ne(placeUsage.kind, 'preview'))
}

function usesQuery(ctx: BackgroundContext, organizationId: string, condition: SQL | undefined) {
  const gotNothing = sql<boolean>`${GOT_NOTHING}`.mapWith(Boolean).as('got_nothing')
  return ctx.db
    .select({ ...getTableColumns(placeUsage), gotNothing })
    .from(placeUsage)
    .where(and(eq(placeUsage.organizationId, organizationId), condition, gt(placeUsage.until, ctx.now())))
}

/**
 * Times (milliseconds) until which places must not be asked, by the place's index in `places`. Places that may be asked
 * now are missing.
 */
export async function waitsOf(ctx: BackgroundContext, places: UsedPlace[]): Promise<Map<number, number>> {
  const rows = places.map((place) => [place.organizationId, place.platform, place.source, place.names])
  const waits = await ctx.db.all<{ place: number; until: number }>(sql`
    SELECT item.key AS place, max(wait.until) AS until
    FROM json_each(${JSON.stringify(rows)}) AS item, json_each(item.value->3) AS name
      JOIN place_usage AS wait ON wait.organization_id = item.value->>0 AND wait.platform = item.value->>1
        AND wait.place = name.value AND wait.kind = 'wait' AND wait.asked_by = item.value->>2
    WHERE wait.until > ${ctx.now()}
    GROUP BY item.key`)
  return new Map(waits.map(({ place, until }) => [place, until]))
}

export async function forgetPlaceUsage(ctx: BackgroundContext): Promise<void> {
  const key = sql.raw('organization_id, platform, place, kind, asked_by')
  const ended = sql`SELECT ${key} FROM place_usage WHERE until <= ${ctx.now()} ORDER BY until LIMIT ${literal(PRUNED_AT_ONCE)}`
  await ctx.db.run(sql`DELETE FROM place_usage WHERE (${key}) IN (${ended})`)
}

function counts({ organizationId, platform, names }: PlaceColumns, now: number): SQL {
  return sql`organization_id = ${organizationId} AND platform = ${platform}
    AND place IN (SELECT value FROM json_each(${names})) AND until > ${now}`
}

function isNotToWait({ source }: PlaceColumns): SQL {
  return sql`count(*) FILTER (WHERE kind = 'wait' AND source = ${source}) = 0`
}
