import { and, eq, sql } from 'drizzle-orm'
import { businesses, type PlaceUse, type Run } from '#db/schema/index.ts'
import type { SourcePlace } from '../businesses/choose-source.ts'
import { businessNotFound } from '../businesses/require-business.ts'
import { collectableToday, whyTooSoon } from '../collection/eligibility.ts'
import { organizationUsesQuery } from '../collection/place-usage.ts'
import { runPage, runsQuery, runView } from '../collection/queries.ts'
import type { MemberContext } from '../context.ts'
import { iso } from '../rules/durations.ts'
import { FAILURE_KINDS } from '../rules/failures.ts'
import { PLATFORMS, type Platform } from '../rules/platforms.ts'
import { type SourceHealth, type SourcesInput, type SourcesView, unlockedBy } from '../rules/source-health.ts'
import { placeNames } from '../sources/place-names.ts'
import { sourceNamed } from '../sources/registry.ts'
import { keptOf } from '../sources/retention.ts'
import type { ReviewSource } from '../sources/source.ts'
import { latestRunsQuery, sourcesQuery } from './businesses.ts'

const RUNS_SHOWN = 20

/**
 * The screen of a business's sources in one batch: the health of each, and the runs so far.
 *
 * @throws DomainError `not_found` when the business is not in the caller's organization
 */
export async function sourcesScreen(ctx: MemberContext, { businessId }: SourcesInput): Promise<SourcesView> {
  const [[business], rows, [totals], latest, uses, runs] = await ctx.db.batch([
    businessQuery(ctx, businessId),
    sourcesQuery(ctx, businessId),
    totalsQuery(ctx, businessId),
    latestRunsQuery(ctx, businessId),
    organizationUsesQuery(ctx, ctx.organization.id),
    runsQuery(ctx, { businessId, limit: RUNS_SHOWN }),
  ])
  if (!business) throw businessNotFound()
  return {
    business: { ...business, aboveLimit: rows.some((row) => !row.isWithinLimit) },
    platforms: PLATFORMS.map((platform) => {
      const row = rows.find((stored) => stored.platform === platform)
      return {
        platform,
        unlockedBy: unlockedBy(ctx.organization.plan, platform),
        source: row
          ? sourceHealth(ctx, row, {
              storedTotal: totals?.[platform] ?? 0,
              latest: latest.find((run) => run.platform === platform) ?? null,
              uses: uses.filter((use) => use.platform === platform),
            })
          : null,
      }
    }),
    runs: runPage(runs, RUNS_SHOWN, ctx.now()),
  }
}

type SourceRow = Awaited<ReturnType<typeof sourcesQuery>>[number]

/** Null for a source that this version no longer has. */
function sourceHealth(
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
    backfilling: row.backfillState === 'open' || row.gapSince !== null,
    lastAttemptAt: iso(row.lastAttemptAt),
    lastSucceededAt: iso(row.lastSucceededAt),
    nextDueAt: iso(row.nextDueAt),
    trouble:
      kind && row.failingSince !== null
        ? { kind, message: row.lastError ?? '', since: iso(row.failingSince) }
        : null,
    refusal: wait && { reason: wait.reason, until: wait.retryAt },
    latestRun: found.latest && runView(found.latest, ctx.now()),
  }
}

/** Why the platform can't be asked again at this moment; null where it can. */
function whyAskedEnough(ctx: MemberContext, today: SourcePlace, asked: ReviewSource, uses: PlaceUse[]) {
  const { platform, name: source } = asked
  const names = placeNames({ ...today, platform })
  const own = uses.filter(({ place }) => names.includes(place))
  return whyTooSoon({ platform, source }, ctx.organization.plan, own, ctx.now())
}

function businessQuery(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({ id: businesses.id, name: businesses.name, isActive: businesses.isActive })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), eq(businesses.organizationId, ctx.organization.id)))
}

/** Reviews that are stored and still shown, by platform. Reads one row a day that saw reviews. */
function totalsQuery(ctx: MemberContext, businessId: string) {
  const total = (platform: Platform) =>
    sql<number>`coalesce(sum(${sql.raw(`${platform} - removed_${platform}`)}), 0)`.as(platform)
  return ctx.db
    .select({
      google: total('google'),
      yelp: total('yelp'),
      facebook: total('facebook'),
      tripadvisor: total('tripadvisor'),
    })
    .from(sql`review_daily_stats`)
    .where(
      sql`business_id = (SELECT id FROM businesses
        WHERE id = ${businessId} AND organization_id = ${ctx.organization.id})`,
    )
}
