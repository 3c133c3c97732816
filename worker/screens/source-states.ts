import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { columnList } from '#db/client.ts'
import { businesses, businessSources, type PlaceUse, type Run } from '#db/schema/index.ts'
import type { SourcePlace } from '../businesses/choose-source.ts'
import { isWithinLocationLimit, olderBusinesses } from '../businesses/create.ts'
import { areOwn } from '../businesses/require-business.ts'
import { collectableToday, whyTooSoon } from '../collection/eligibility.ts'
import { runView } from '../collection/queries.ts'
import type { MemberContext } from '../context.ts'
import { isOwn } from '../platform/business-access.ts'
import { storedHistory, storedInMonth } from '../reviews/quota.ts'
import { iso, nextMonth, utcMonth } from '../rules/durations.ts'
import { FAILURE_KINDS } from '../rules/failures.ts'
import { allowance, nextPlan, planName, unlockedBy } from '../rules/plans.ts'
import { PLATFORMS } from '../rules/platforms.ts'
import type { SourceFault } from '../rules/remedies.ts'
import { type Backfill, healthStatus, type SourceHealth, type SourceLimit } from '../rules/source-health.ts'
import { placeNames } from '../sources/place-names.ts'
import { sourceNamed } from '../sources/registry.ts'
import { keptOf } from '../sources/retention.ts'
import type { ReviewSource } from '../sources/source.ts'

const IS_BACKFILLING = sql`(${businessSources.backfillState} = 'open' OR ${businessSources.gapSince} IS NOT NULL)`

/** Stored reviews of a source that are still shown. Reads one row per day with reviews. */
const STORED = sql<number>`(
    SELECT coalesce(sum(CASE ${businessSources.platform}
      ${sql.raw(PLATFORMS.map((platform) => `WHEN '${platform}' THEN ${platform}`).join(' '))} END), 0)
    FROM review_daily_stats WHERE review_daily_stats.business_id = ${businessSources.businessId} AND NOT is_removed)`

/**
 * The plan limit that left out reviews in a source's last collection. Null if there was none or it no longer applies,
 * for example in a new month or on another plan. Stored reviews are only counted if some were left out.
 */
function limitedBy({ organization: { id, plan }, now }: MemberContext): SQL<SourceLimit['kind'] | null> {
  const { waitingNew, waitingHistory } = businessSources
  const inMonth = storedInMonth(sql`${id}`, sql`${utcMonth(now())}`)
  return sql`CASE
    WHEN ${waitingNew} > 0 AND ${inMonth} >= ${allowance(plan, 'reviewsPerMonth')} THEN 'month'
    WHEN ${waitingHistory} > 0 AND ${storedHistory(sql`${id}`)} >= ${allowance(plan, 'importedReviews')} THEN 'history' END`
}

type SourceRow = typeof businessSources.$inferSelect & {
  isWithinLimit: 0 | 1
  storedTotal: number | null
  limitedBy: SourceLimit['kind'] | null
}

const COLUMNS = columnList(getTableColumns(businessSources))

export function sourcesQuery(ctx: MemberContext, businessId?: string) {
  const { id, plan } = ctx.organization
  const isChosen =
    businessId === undefined
      ? sql`business_sources.business_id IN (SELECT id FROM businesses WHERE organization_id = ${id})`
      : sql`business_sources.business_id = ${businessId}`
  return ctx.db.statement<SourceRow>(sql`
    SELECT ${COLUMNS}, ${isWithinLocationLimit(allowance(plan, 'locations'))} AS "isWithinLimit",
      CASE WHEN ${IS_BACKFILLING} THEN ${STORED} END AS "storedTotal", ${limitedBy(ctx)} AS "limitedBy"
    FROM business_sources WHERE ${isChosen} AND ${isOwn(ctx, businessSources)}`)
}

/** Null if this version no longer supports the source. */
export function sourceHealth(
  ctx: MemberContext,
  row: SourceRow,
  found: { storedTotal: number; latest: Run | null; uses: PlaceUse[] },
): SourceHealth | null {
  const { settings } = ctx
  const { place: today, refusal } = collectableToday(row, settings)
  const asked = sourceNamed(today?.source ?? row.source)
  if (!asked) return null
  const kind = FAILURE_KINDS.find((known) => known === row.lastErrorKind)
  const wait = refusal ?? whyAskedEnough(ctx, today, asked, found.uses)
  return {
    platform: asked.platform,
    source: asked.name,
    listingUrl: today?.listingUrl ?? row.listingUrl,
    keeps: keptOf(asked, settings.KEEP_REVIEWS),
    statedTotal: row.statedTotal,
    statedRating: row.statedRating,
    storedTotal: found.storedTotal,
    backfilling: isBackfilling(row),
    lastAttemptAt: iso(row.lastAttemptAt),
    lastSucceededAt: iso(row.lastSucceededAt),
    nextDueAt: iso(row.nextDueAt),
    limit: limitOf(ctx, row),
    trouble:
      kind && row.failingSince !== null
        ? { kind, message: row.lastError ?? '', since: iso(row.failingSince) }
        : null,
    refusal: wait && { reason: wait.reason, until: wait.retryAt },
    latestRun: found.latest && runView(found.latest, ctx.now()),
  }
}

/** Reason why the place can't be collected again yet; null if it can. */
function whyAskedEnough(ctx: MemberContext, today: SourcePlace, asked: ReviewSource, uses: PlaceUse[]) {
  const { platform, name: source } = asked
  const names = placeNames({ ...today, platform })
  const own = uses.filter(({ place }) => names.includes(place))
  return whyTooSoon({ platform, source }, ctx.organization.plan, own, ctx.now())
}

/** Columns that describe a source whose older reviews haven't all been fetched yet. */
type Unfinished = Pick<
  SourceRow,
  | 'platform'
  | 'source'
  | 'listingUrl'
  | 'placeId'
  | 'statedTotal'
  | 'storedTotal'
  | 'nextDueAt'
  | 'limitedBy'
  | 'waitingNew'
  | 'waitingHistory'
>

/** `Unfinished` sources of one business or all as a JSON array, for use in another statement. */
export function unfinishedSources(ctx: MemberContext, businessId: string | undefined): SQL<string> {
  const isChosen = businessId === undefined ? sql`` : sql`AND ${businesses.id} = ${businessId}`
  return sql`(SELECT json_group_array(json_object('platform', ${businessSources.platform}, 'source', ${businessSources.source},
      'listingUrl', ${businessSources.listingUrl}, 'placeId', ${businessSources.placeId},
      'statedTotal', ${businessSources.statedTotal}, 'storedTotal', ${STORED}, 'nextDueAt', ${businessSources.nextDueAt}, 'limitedBy', ${limitedBy(ctx)},
      'waitingNew', ${businessSources.waitingNew}, 'waitingHistory', ${businessSources.waitingHistory}))
    FROM ${businesses} JOIN ${businessSources} ON ${businessSources.businessId} = ${businesses.id}
    WHERE ${areOwn(ctx)} ${isChosen} AND ${businesses.isActive} AND ${IS_BACKFILLING}
      AND ${businessSources.failingSince} IS NULL
      AND ${olderBusinesses(businessSources.businessId)} < ${allowance(ctx.organization.plan, 'locations')})`
}

export function unfinishedOf(
  rows: readonly SourceRow[],
  businesses: readonly { id: string; isActive: boolean }[],
) {
  const active = new Set(businesses.filter(({ isActive }) => isActive).map(({ id }) => id))
  return rows.filter(
    (row) =>
      active.has(row.businessId) && row.isWithinLimit && row.failingSince === null && isBackfilling(row),
  )
}

export function backfillsOf(ctx: MemberContext, sources: readonly Unfinished[]): Backfill[] {
  return sources
    .filter(
      (source) =>
        !unlockedBy(ctx.organization.plan, source.platform) &&
        collectableToday(source, ctx.settings).refusal === null,
    )
    .map((source) => ({
      platform: source.platform,
      statedTotal: source.statedTotal,
      storedTotal: source.storedTotal,
      nextDueAt: iso(source.nextDueAt),
      limit: limitOf(ctx, source),
    }))
}

/** Null if no limit leaves out reviews. */
export function limitOf(
  ctx: MemberContext,
  row: Pick<SourceRow, 'limitedBy' | 'waitingNew' | 'waitingHistory'>,
): SourceLimit | null {
  const { limitedBy: kind } = row
  if (kind === null) return null
  const more = nextPlan(ctx.organization.plan, kind === 'month' ? 'reviewsPerMonth' : 'importedReviews')
  return {
    kind,
    waiting: kind === 'month' ? row.waitingNew : row.waitingHistory,
    until: iso(nextMonth(ctx.now())),
    moreWith: more && planName(more),
  }
}

export function isBackfilling({ backfillState, gapSince }: SourceRow): boolean {
  return backfillState === 'open' || gapSince !== null
}

/**
 * Faulty sources of active businesses: sources that collect no new reviews. Those that need the owner come first, plan
 * limits last.
 */
export function faultsOf(
  ctx: MemberContext,
  rows: readonly SourceRow[],
  businesses: readonly { id: string; name: string; isActive: boolean }[],
): SourceFault[] {
  const byId = new Map(businesses.map((business) => [business.id, business]))
  const faults = rows.flatMap((row): SourceFault[] => {
    const { platform, isWithinLimit } = row
    const business = byId.get(row.businessId)
    if (!business?.isActive || !isWithinLimit || unlockedBy(ctx.organization.plan, platform)) return []
    // Faults don't depend on the stored reviews.
    const source = sourceHealth(ctx, row, { storedTotal: 0, latest: null, uses: [] })
    if (source === null || source.keeps === 'nothing') return []
    const isBroken = (source.trouble ?? source.refusal) !== null
    const isLimit = !isBroken && source.limit?.kind === 'month'
    if (!isBroken && !isLimit) return []
    const { headline, text, remedy } = healthStatus(
      { platform, unlockedBy: null, source },
      { isActive: true, aboveLimit: false },
    )
    const { id: businessId, name: businessName } = business
    return [{ businessId, businessName, platform, headline, text, remedy, isLimit }]
  })
  return faults.sort((a, b) => rank(a) - rank(b))

  function rank({ remedy, isLimit }: SourceFault): number {
    if (isLimit) return 2
    return remedy === null ? 1 : 0
  }
}
