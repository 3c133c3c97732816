import { and, eq, inArray, isNull, not, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { businessSources, collectionIsOpen, runIsOpen } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { StatedNumbers } from '../sources/source.ts'
import { CONNECTION_SOURCES, type SourcePlace } from './choose-source.ts'
import type { Listing } from './listings.ts'

// The only writer of business_sources. A source that changes or goes ends the collection that is under way, in the same
// batch: so this file, besides collection/, also writes scrape_runs and scan_pages.

export interface SourceKey {
  organizationId: string
  businessId: string
  platform: Platform
}

/** Nothing of the list has been read yet: what was seen in another list says nothing about it. `forgetPages` goes with it. */
const LIST_UNREAD =
  sql.raw(`backfill_state = 'none', backfill_cursor = NULL, waiting_new = 0, waiting_history = 0,
  recheck_since = NULL, rechecked_at = NULL, list_pages = NULL, gap_since = NULL, gap_cursor = NULL`)
/** Another listing, or another source, has not failed yet. */
const UNTRIED = sql.raw(
  'last_attempt_at = NULL, last_error = NULL, last_error_kind = NULL, failing_since = NULL',
)
const FROM_CONNECTION = sql`business_sources.source IN (SELECT value FROM json_each(${JSON.stringify(CONNECTION_SOURCES)}))`

/**
 * Makes the stored sources of a business those of its listings, but for what comes through a connection. A listing that
 * moved to another place starts its history anew; one whose place stays keeps how far it was collected, one whose
 * address stays the place that was found for it. A new one is due at once: the tick decides whether the plan collects
 * it.
 */
export function syncSources(ctx: MemberContext, businessId: string, listings: Listing[]) {
  const organizationId = ctx.organization.id
  const gone = ctx.db.delete(businessSources).where(
    and(
      eq(businessSources.businessId, businessId),
      eq(businessSources.organizationId, organizationId),
      notInArray(
        businessSources.platform,
        listings.map(({ platform }) => platform),
      ),
      not(inArray(businessSources.source, [...CONNECTION_SOURCES])),
    ),
  )
  const places = listings.map(({ platform, place, isUnchanged }) => ({
    ...{ organizationId, businessId, platform, url: place.url, placeId: place.id, isUnchanged },
    reason: `The ${PLATFORM_NAMES[platform]} link of this business was changed, so collecting from the old one stopped.`,
  }))
  const isSame = sql`business_sources.business_id IS NOT NULL AND (item.value->>'isUnchanged' = 1
    OR business_sources.listing_url = item.value->>'url' OR business_sources.place_id = item.value->>'placeId'
    OR ${FROM_CONNECTION})`
  const stored = listings.map(({ platform, source, place, isUnchanged }) =>
    attach(
      ctx,
      { organizationId, businessId, platform },
      { source, listingUrl: place.url, placeId: place.id },
      {
        replaces: sql`${isUnchanged ? 0 : 1} AND excluded.listing_url IS NOT business_sources.listing_url
          AND (excluded.place_id IS NULL OR excluded.place_id IS NOT business_sources.place_id) AND NOT ${FROM_CONNECTION}`,
      },
    ),
  )
  return [
    cancelOpenRuns(ctx, places, sql`(${isSame}) IS NOT TRUE`),
    gone,
    ...stored,
    forgetPages(ctx.db, [businessId]),
  ] as const
}

/**
 * Makes a place of a connection the source of a business, from its first review. The same place attached again goes on
 * where it was; one that failed while it could not be asked is due at once. `reason` ends an open collection.
 */
export function attachConnectedPlace(
  ctx: MemberContext,
  key: SourceKey,
  place: SourcePlace,
  { reason, guard }: { reason: string; guard: SQL },
) {
  const { organizationId, businessId, platform } = key
  const isSame = sql`business_sources.source = ${place.source} AND business_sources.place_id = ${place.placeId}`
  return [
    cancelOpenRuns(ctx, [{ ...key, reason }], sql`${guard} AND (${isSame}) IS NOT TRUE`),
    attach(ctx, key, place, {
      guard,
      replaces: sql`excluded.source IS NOT business_sources.source OR excluded.place_id IS NOT business_sources.place_id`,
    }),
    forgetPages(ctx.db, [businessId]),
    ctx.db.statement(sql`
      UPDATE business_sources SET next_due_at = ${ctx.now()}, failures = 0
      WHERE business_id = ${businessId} AND platform = ${platform} AND organization_id = ${organizationId}
        AND failures > 0 AND ${guard}`),
  ] as const
}

export interface SourceSwitch extends SourceKey {
  /** The source it was read with; one that has another by now is left alone. */
  from: string
  to: SourcePlace
}

/**
 * Lets platforms be collected through another source, in one batch. A run of the former one ends with it, so that the
 * same review is not stored under two ids.
 */
export function switchSources(ctx: Pick<BackgroundContext, 'db' | 'now'>, switches: SourceSwitch[]) {
  const items = switches.map(({ to, ...item }) => ({
    ...item,
    ...to,
    reason: `${PLATFORM_NAMES[item.platform]} reviews now come from another source, so collecting from the old one stopped.`,
  }))
  return [
    cancelOpenRuns(
      ctx,
      items,
      sql`business_sources.source = item.value->>'from' AND scrape_runs.source <> item.value->>'source'`,
    ),
    ctx.db.statement(sql`
      UPDATE business_sources SET source = item.value->>'source', listing_url = item.value->>'listingUrl',
        place_id = item.value->>'placeId', ${LIST_UNREAD}, ${UNTRIED}, failures = 0
      FROM json_each(${JSON.stringify(items)}) AS item
      WHERE ${isItem('business_sources')} AND business_sources.source = item.value->>'from'`),
    forgetPages(
      ctx.db,
      items.map(({ businessId }) => businessId),
    ),
  ] as const
}

/** Removes sources that can't be collected any more, with reasons for open collections. Their reviews stay. */
export function detachSources(
  ctx: MemberContext,
  sources: (SourceKey & { source: string; reason: string })[],
) {
  return [
    cancelOpenRuns(ctx, sources, sql`scrape_runs.source = item.value->>'source'`),
    ctx.db.statement(sql`
      DELETE FROM business_sources WHERE (organization_id, business_id, platform, source) IN (
        SELECT value->>'organizationId', value->>'businessId', value->>'platform', value->>'source'
        FROM json_each(${JSON.stringify(sources)}))`),
  ] as const
}

/** Statements that end all collecting of organizations, until `resumeSources`. Files that are being imported end, too. */
export function suspendSources(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  organizationIds: readonly string[],
) {
  const theirs = sql`business_id IN (SELECT id FROM businesses WHERE organization_id IN (
    SELECT value FROM json_each(${JSON.stringify(organizationIds)})))`
  return [
    db.statement(sql`${cancelRuns(now())} WHERE ${theirs} AND ${runIsOpen}`),
    db.statement(sql`UPDATE business_sources SET next_due_at = NULL WHERE ${theirs}`),
  ] as const
}

/** A statement that brings back all sources of somebody's organizations; the tick decides which of them the plan collects. */
export function resumeSources({ db, now }: Pick<BackgroundContext, 'db' | 'now'>, userId: string) {
  return db.statement(sql`
    UPDATE business_sources SET next_due_at = ${now()}
    WHERE next_due_at IS NULL AND business_id IN (SELECT businesses.id FROM organization_users AS member
      JOIN businesses USING (organization_id) WHERE member.user_id = ${userId} AND member.is_active = 1)`)
}

/**
 * A statement that makes all sources of an organization due, under a condition; the tick decides which of them the plan
 * collects. While an account that belongs to it is about to be erased, they stay asleep.
 */
export function wakeSources(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  organizationId: string,
  condition: SQL,
) {
  return db.statement(sql`
    UPDATE business_sources SET next_due_at = ${now()}
    WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = ${organizationId}) AND ${condition}
      AND NOT EXISTS (SELECT 1 FROM organization_users AS member JOIN account_deletions USING (user_id)
        WHERE member.organization_id = ${organizationId} AND member.is_active = 1)`)
}

/** A statement that brings back sources which left the schedule while their business was paused. */
export function rescheduleSources(ctx: MemberContext, businessId: string) {
  return ctx.db
    .update(businessSources)
    .set({ nextDueAt: ctx.now() })
    .where(
      and(
        eq(businessSources.businessId, businessId),
        eq(businessSources.organizationId, ctx.organization.id),
        isNull(businessSources.nextDueAt),
      ),
    )
}

/** A statement that moves the due time of sources that are due; null takes them out of the schedule. */
export function postponeSources(
  db: Database,
  sources: (SourceKey & { dueAt: number | null })[],
  now: number,
) {
  return db.statement(sql`
    UPDATE business_sources SET next_due_at = item.value->>'dueAt'
    FROM json_each(${JSON.stringify(sources)}) AS item
    WHERE ${isItem('business_sources')} AND business_sources.next_due_at <= ${now}`)
}

/** A statement that records how far a run has come with a source, and how it ended. */
export function recordOutcome(
  db: Database,
  key: SourceKey,
  outcome: Partial<typeof businessSources.$inferInsert>,
  guard: SQL,
) {
  return db
    .update(businessSources)
    .set(outcome)
    .where(sql`${isSource(key)} AND ${guard}`)
}

/** A statement that records what a place states of itself, if that is new; nulls leave what is known. */
export function recordNumbers(db: Database, key: SourceKey, { total, rating }: StatedNumbers, guard: SQL) {
  return db.statement(sql`
    UPDATE business_sources SET
      stated_total = coalesce(${total}, stated_total), stated_rating = coalesce(${rating}, stated_rating)
    WHERE ${isSource(key)} AND ${guard}
      AND (${total} IS NOT NULL AND stated_total IS NOT ${total}
        OR ${rating} IS NOT NULL AND stated_rating IS NOT ${rating})`)
}

/** Statements that record which place a listing was found to be. Its list is another one than was read before. */
export function recordPlace(
  db: Database,
  key: SourceKey,
  { source, listingUrl, placeId }: SourcePlace,
  guard: SQL,
) {
  const found = sql`${isSource(key)} AND source = ${source} AND ${guard}`
  return [
    db.statement(sql`
      UPDATE business_sources SET ${UNTRIED} WHERE ${found} AND listing_url <> ${listingUrl}`),
    db.statement(sql`
      UPDATE business_sources SET place_id = ${placeId}, listing_url = ${listingUrl}, ${LIST_UNREAD} WHERE ${found}`),
    forgetPages(db, [key.businessId]),
  ] as const
}

/** A statement that stores the source of a business. One that is there already begins anew where `replaces`. */
function attach(
  ctx: MemberContext,
  { organizationId, businessId, platform }: SourceKey,
  { source, listingUrl, placeId }: SourcePlace,
  { guard = sql`true`, replaces }: { guard?: SQL; replaces: SQL },
) {
  return ctx.db.statement(sql`
    INSERT INTO business_sources (business_id, platform, organization_id, source, listing_url, place_id, next_due_at)
    SELECT id, ${platform}, organization_id, ${source}, ${listingUrl}, ${placeId}, ${ctx.now()}
    FROM businesses WHERE id = ${businessId} AND organization_id = ${organizationId} AND ${guard}
    ON CONFLICT (business_id, platform) DO UPDATE SET
      source = excluded.source, listing_url = excluded.listing_url, place_id = excluded.place_id,
      stated_total = NULL, stated_rating = NULL, ${LIST_UNREAD}, ${UNTRIED},
      last_succeeded_at = NULL, next_due_at = excluded.next_due_at, failures = 0
    WHERE ${replaces}`)
}

/** A statement that deletes what rechecks have seen of lists of which nothing has been read. */
function forgetPages(db: Database, businessIds: readonly string[]) {
  return db.statement(sql`
    DELETE FROM scan_pages WHERE (business_id, platform) IN (
      SELECT business_id, platform FROM business_sources
      WHERE business_id IN (SELECT value FROM json_each(${JSON.stringify(businessIds)})) AND backfill_state = 'none')`)
}

/**
 * Cancels open collections. `condition` is of the run (`scrape_runs`), its source as stored (`business_sources`, if any) and
 * the `item`.
 */
function cancelOpenRuns(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  items: (SourceKey & { reason: string })[],
  condition: SQL,
) {
  return db.statement(sql`
    ${cancelRuns(now())}, errors = json_insert(errors, '$[#]', item.value->>'reason')
    FROM json_each(${JSON.stringify(items)}) AS item LEFT JOIN business_sources ON ${isItem('business_sources')}
    WHERE ${isItem('scrape_runs')} AND ${collectionIsOpen} AND ${condition}`)
}

function cancelRuns(now: number): SQL {
  return sql`UPDATE scrape_runs SET status = 'cancelled', finished_at = ${now}, lease_until = NULL`
}

function isItem(table: 'business_sources' | 'scrape_runs'): SQL {
  const column = (name: string) => sql.raw(`${table}.${name}`)
  return sql`${column('business_id')} = item.value->>'businessId' AND ${column('platform')} = item.value->>'platform'
    AND ${column('organization_id')} = item.value->>'organizationId'`
}

function isSource({ organizationId, businessId, platform }: SourceKey): SQL {
  return sql`business_sources.business_id = ${businessId} AND business_sources.platform = ${platform}
    AND business_sources.organization_id = ${organizationId}`
}

/** A statement that records which notice of the end of its reviews a source's owner has got, by its days before that. */
export function recordEndNotice(db: Database, key: SourceKey, days: number) {
  return db
    .update(businessSources)
    .set({ endNotice: days })
    .where(sql`${isSource(key)} AND end_notice > ${days}`)
}
