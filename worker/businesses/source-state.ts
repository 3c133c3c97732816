import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { businessSources, collectionIsOpen, runIsOpen } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { awaitsErasure } from '../organizations/membership.ts'
import { DAY_MS } from '../rules/durations.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { StatedNumbers } from '../sources/source.ts'
import { CONNECTION_SOURCES, type SourcePlace } from './choose-source.ts'
import { LISTED_PLATFORMS, type Listing, linkColumn } from './listings.ts'

// The only writer of business_sources. Changing or removing a source ends its open collection in the same batch, so
// besides collection/, this file also writes scrape_runs and scan_pages.

const UP_TO_DATE_MS = 2 * DAY_MS

/**
 * SQL that is true if no review of the last days can be missing: each source that ever worked was read within two days.
 * False for a business without such a source, whose reviews come only from files or programs.
 */
export function isUpToDate(businessId: SQL, now: number): SQL {
  return sql`coalesce((SELECT min(last_succeeded_at) FROM business_sources WHERE business_id = ${businessId})
    >= ${now - UP_TO_DATE_MS}, 0)`
}

export interface SourceKey {
  organizationId: string
  businessId: string
  platform: Platform
}

/** Resets a source's progress, because it now has another list of reviews. Run `forgetPages` in the same batch. */
const LIST_UNREAD =
  sql.raw(`backfill_state = 'none', backfill_cursor = NULL, waiting_new = 0, waiting_history = 0,
  recheck_since = NULL, rechecked_at = NULL, list_pages = NULL, gap_since = NULL, gap_cursor = NULL`)
/** Resets the failures, after a change of listing or source. */
const UNTRIED = sql.raw(
  'last_attempt_at = NULL, last_error = NULL, last_error_kind = NULL, failing_since = NULL',
)
const FROM_CONNECTION = sql`business_sources.source IN (SELECT value FROM json_each(${JSON.stringify(CONNECTION_SOURCES)}))`

/**
 * Updates the stored sources of a business to its listings, except connected ones. A listing that moved to another
 * place restarts its history. One with the same place keeps its progress; one with the same URL also keeps the place
 * found. New sources are due at once; the tick decides whether the plan collects them.
 *
 * Run these statements in the batch that stores the links, under the same `condition`. They compare with the stored
 * links, because another request may have changed one since this request read it.
 */
export function syncSources(
  ctx: MemberContext,
  businessId: string,
  listings: Listing[],
  condition: SQL = sql`1`,
) {
  const organizationId = ctx.organization.id
  const gone = ctx.db
    .delete(businessSources)
    .where(
      and(
        eq(businessSources.businessId, businessId),
        eq(businessSources.organizationId, organizationId),
        hasNoLink(businessId),
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
  const stored = listings.map(({ platform, source, url, place, isUnchanged }) =>
    attach(
      ctx,
      { organizationId, businessId, platform },
      { source, listingUrl: place.url, placeId: place.id },
      {
        guard: sql`${linkColumn(platform)} = ${url}`,
        replaces: sql`${isUnchanged ? 0 : 1} AND excluded.listing_url IS NOT business_sources.listing_url
          AND (excluded.place_id IS NULL OR excluded.place_id IS NOT business_sources.place_id) AND NOT ${FROM_CONNECTION}`,
      },
    ),
  )
  return [
    cancelOpenRuns(ctx, places, sql`(${isSame}) IS NOT TRUE AND ${condition}`),
    gone,
    ...stored,
    forgetPages(ctx.db, [businessId]),
  ] as const
}

/** Matches the sources of a business on platforms that it has no link for. */
function hasNoLink(businessId: string): SQL {
  const links = LISTED_PLATFORMS.map((platform) => sql`WHEN ${platform} THEN ${linkColumn(platform)}`)
  return sql`EXISTS (SELECT 1 FROM businesses WHERE businesses.id = ${businessId}
    AND CASE ${businessSources.platform} ${sql.join(links, sql` `)} END IS NULL)`
}

/**
 * Makes a place of a connection the source of a business, to be read from its first review. If it already is the
 * source, its progress stays. A source with failures is due at once. `reason` is recorded in an open collection that
 * this ends.
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
  /** The source when this was read; the switch is skipped if it has changed since. */
  from: string
  to: SourcePlace
}

/**
 * Switches platforms to another source, in one batch. Runs of the former source end, so that no review is stored under
 * two ids.
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

/** Removes sources that can't be collected any more, and ends open collections with the reason. Their reviews stay. */
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

/** Statements that stop all collecting of organizations until `resumeSources`, including file imports. */
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

/** Statement that resumes all sources of a user's organizations; the tick decides which of them the plan collects. */
export function resumeSources({ db, now }: Pick<BackgroundContext, 'db' | 'now'>, userId: string) {
  return db.statement(sql`
    UPDATE business_sources SET next_due_at = ${now()}
    WHERE next_due_at IS NULL AND business_id IN (SELECT businesses.id FROM organization_users AS member
      JOIN businesses USING (organization_id) WHERE member.user_id = ${userId} AND member.is_active = 1)`)
}

/**
 * Statement that makes all sources of an organization due, under a condition; the tick decides which of them the plan
 * collects. They stay suspended while the organization waits to be erased.
 */
export function wakeSources(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  organizationId: string,
  condition: SQL,
) {
  return db.statement(sql`
    UPDATE business_sources SET next_due_at = ${now()}
    WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = ${organizationId}) AND ${condition}
      AND NOT ${awaitsErasure(sql`${organizationId}`)}`)
}

/** Statement that reschedules sources that were unscheduled while their business was paused. */
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

/** Statement that postpones due sources; null unschedules them. */
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

/**
 * Statement that records the review count and average rating that the platform states, if they changed; nulls keep the
 * known ones.
 */
export function recordNumbers(db: Database, key: SourceKey, { total, rating }: StatedNumbers, guard: SQL) {
  return db.statement(sql`
    UPDATE business_sources SET
      stated_total = coalesce(${total}, stated_total), stated_rating = coalesce(${rating}, stated_rating)
    WHERE ${isSource(key)} AND ${guard}
      AND (${total} IS NOT NULL AND stated_total IS NOT ${total}
        OR ${rating} IS NOT NULL AND stated_rating IS NOT ${rating})`)
}

/**
 * Statements that record the place found for a listing. Its list is read from the start, because former progress
 * belongs to another list.
 */
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

/** Statement that stores the source of a business. An existing source restarts if `replaces` is true. */
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

function forgetPages(db: Database, businessIds: readonly string[]) {
  return db.statement(sql`
    DELETE FROM scan_pages WHERE (business_id, platform) IN (
      SELECT business_id, platform FROM business_sources
      WHERE business_id IN (SELECT value FROM json_each(${JSON.stringify(businessIds)})) AND backfill_state = 'none')`)
}

/**
 * Cancels open collections. `condition` may use the run (`scrape_runs`), its stored source, if any
 * (`business_sources`), and the `item`.
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

/** Statement that records the last notice sent before a source's reviews end, as its days before the end. */
export function recordEndNotice(db: Database, key: SourceKey, days: number) {
  return db
    .update(businessSources)
    .set({ endNotice: days })
    .where(sql`${isSource(key)} AND end_notice > ${days}`)
}
