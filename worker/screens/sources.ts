import { and, desc, eq, gt, not, sql } from 'drizzle-orm'
import { businesses, businessSources, scrapeRuns } from '#db/schema/index.ts'
import { sourceToday, whyNoSource } from '../businesses/choose-source.ts'
import { isWithinLocationLimit } from '../businesses/location-limit.ts'
import { businessNotFound } from '../businesses/require-business.ts'
import { runPage, runsQuery } from '../collection/find-runs.ts'
import { type Run, runView } from '../collection/run-view.ts'
import { isTooSoon, tooSoon } from '../collection/too-soon.ts'
import type { MemberContext } from '../context.ts'
import { isArrived } from '../reviews/is-arrived.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { PLATFORMS, type Platform } from '../rules/platforms.ts'
import { type SourceHealth, type SourcesView, TROUBLE_KINDS, unlockedBy } from '../rules/source-health.ts'
import type { SourcesInput } from '../rules/source-health-input.ts'
import { sourceNamed } from '../sources/index.ts'
import { keptOf, whyNotKept } from '../sources/keeping.ts'
import type { ReviewSource } from '../sources/source.ts'
import { latestRunsQuery } from './businesses.ts'

const RUNS_SHOWN = 20

/**
 * The screen of a business's sources in one batch: how each stands, and the runs so far.
 *
 * @throws DomainError `not_found` when the business is not in the caller's organization
 */
export async function sourcesScreen(ctx: MemberContext, { businessId }: SourcesInput): Promise<SourcesView> {
  const [[business], rows, [totals], latest, recent, runs] = await ctx.db.batch([
    businessQuery(ctx, businessId),
    sourcesQuery(ctx, businessId),
    totalsQuery(ctx, businessId),
    latestRunsQuery(ctx, businessId),
    recentRunsQuery(ctx, businessId),
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
              recent: recent.filter((run) => run.platform === platform),
            })
          : null,
      }
    }),
    runs: runPage(runs, RUNS_SHOWN, ctx.now()),
  }
}

type SourceRow = Awaited<ReturnType<typeof sourcesQuery>>[number]
type RecentRun = Awaited<ReturnType<typeof recentRunsQuery>>[number]

/** Null for a source that this version no longer has. */
function sourceHealth(
  ctx: MemberContext,
  row: SourceRow,
  found: { storedTotal: number; latest: Run | null; recent: RecentRun[] },
): SourceHealth | null {
  const { settings } = ctx
  const today = sourceToday(row, settings)
  const asked = sourceNamed(today?.source ?? row.source)
  if (!asked) return null
  const kind = TROUBLE_KINDS.find((known) => known === row.lastErrorKind)
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
        ? { kind, message: row.lastError ?? '', since: new Date(row.failingSince).toISOString() }
        : null,
    refusal: today
      ? whyNotNow(ctx, row, asked, found.recent)
      : { reason: whyNoSource(asked.platform), until: null },
    latestRun: found.latest && runView(found.latest, ctx.now()),
  }
}

/** Why the button would be refused, and until when; null where it would not. */
function whyNotNow(
  { settings, organization, now }: MemberContext,
  row: SourceRow,
  asked: ReviewSource,
  recent: RecentRun[],
): SourceHealth['refusal'] {
  if (keptOf(asked, settings.KEEP_REVIEWS) === 'nothing') {
    return { reason: whyNotKept(asked, settings.KEEP_REVIEWS) ?? '', until: null }
  }
  // A start first goes over to the source that may be asked today.
  const source = { ...row, source: asked.name }
  if (!isTooSoon(source, organization.plan, recent, now())) return null
  const { reason, retryAt } = tooSoon(source, organization.plan, recent, now())
  return { reason, until: retryAt }
}

function businessQuery(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({ id: businesses.id, name: businesses.name, isActive: businesses.isActive })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), eq(businesses.organizationId, ctx.organization.id)))
}

function sourcesQuery(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({
      platform: businessSources.platform,
      source: businessSources.source,
      listingUrl: businessSources.listingUrl,
      placeId: businessSources.placeId,
      statedTotal: businessSources.statedTotal,
      statedRating: businessSources.statedRating,
      backfillState: businessSources.backfillState,
      gapSince: businessSources.gapSince,
      lastAttemptAt: businessSources.lastAttemptAt,
      lastSucceededAt: businessSources.lastSucceededAt,
      lastError: businessSources.lastError,
      lastErrorKind: businessSources.lastErrorKind,
      failingSince: businessSources.failingSince,
      nextDueAt: businessSources.nextDueAt,
      notBefore: businessSources.notBefore,
      isWithinLimit: isWithinLocationLimit(ctx.organization.plan),
    })
    .from(businessSources)
    .where(
      and(
        eq(businessSources.businessId, businessId),
        eq(businessSources.organizationId, ctx.organization.id),
      ),
    )
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

/** What the limits of an hour are counted by, newest first. */
function recentRunsQuery(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({
      platform: scrapeRuns.platform,
      source: scrapeRuns.source,
      page: scrapeRuns.page,
      createdAt: scrapeRuns.createdAt,
    })
    .from(scrapeRuns)
    .where(
      and(
        eq(scrapeRuns.businessId, businessId),
        eq(scrapeRuns.organizationId, ctx.organization.id),
        gt(scrapeRuns.createdAt, ctx.now() - HOUR_MS),
        not(isArrived('scrape_runs')),
      ),
    )
    .orderBy(desc(scrapeRuns.createdAt))
}

function iso(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}
