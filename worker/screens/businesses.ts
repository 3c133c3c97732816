import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { businessSources, scrapeRuns } from '#db/schema/index.ts'
import { shownBusiness } from '../businesses/business-view.ts'
import { businessesQuery, matching } from '../businesses/list.ts'
import { isWithinLocationLimit } from '../businesses/location-limit.ts'
import { businessTotalsQuery, totalsOf } from '../businesses/stats.ts'
import { runView } from '../collection/queries.ts'
import type { MemberContext } from '../context.ts'
import { isImported } from '../reviews/duplicate-candidates.ts'
import type { ListBusinessesInput } from '../rules/businesses.ts'
import { iso } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import { PLATFORMS } from '../rules/platforms.ts'
import { averageRating } from '../rules/statistics.ts'
import type { BusinessesView, SourceView } from '../rules/views.ts'

/** The Businesses screen in one batch: businesses, their figures, their sources and the last run of each. */
export async function businessesScreen(
  ctx: MemberContext,
  input: ListBusinessesInput,
): Promise<BusinessesView> {
  const [rows, totals, sources, runs] = await ctx.db.batch([
    businessesQuery(ctx, input),
    businessTotalsQuery(ctx, 'public'),
    sourcesQuery(ctx),
    latestRunsQuery(ctx),
  ])
  const now = ctx.now()
  const totalOf = new Map(totalsOf(totals).map((total) => [total.id, total]))
  const runOf = new Map(runs.map((run) => [`${run.businessId} ${run.platform}`, runView(run, now)]))
  const sourcesOf = Map.groupBy(sources, (source) => source.businessId)
  return {
    items: matching(rows, input.search).map((row) => {
      const total = totalOf.get(row.id)
      const own = sourcesOf.get(row.id) ?? []
      return {
        ...shownBusiness(row),
        reviewCount: total?.reviewCount ?? 0,
        averageRating: averageRating(total?.ratingSum ?? 0, total?.reviewCount ?? 0),
        aboveLimit: own.some((source) => !source.isWithinLimit),
        sources: own
          .map(
            (source): SourceView => ({
              platform: source.platform,
              listingUrl: source.listingUrl,
              statedTotal: source.statedTotal,
              backfilling: source.backfillState === 'open' || source.gapSince !== null,
              lastSucceededAt: iso(source.lastSucceededAt),
              nextDueAt: iso(source.nextDueAt),
              latestRun: runOf.get(`${source.businessId} ${source.platform}`) ?? null,
            }),
          )
          .sort((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform)),
      }
    }),
    count: totals.length,
    limit: planLimits(ctx.organization.plan).locations,
  }
}

/** The sources of one business, or of all. */
export function sourcesQuery(ctx: MemberContext, businessId?: string) {
  const { id: organizationId, plan } = ctx.organization
  const isChosen =
    businessId === undefined
      ? sql`${businessSources.businessId} IN (SELECT id FROM businesses WHERE organization_id = ${organizationId})`
      : eq(businessSources.businessId, businessId)
  return ctx.db
    .select({ ...getTableColumns(businessSources), isWithinLimit: isWithinLocationLimit(plan) })
    .from(businessSources)
    .where(and(eq(businessSources.organizationId, organizationId), isChosen))
}

/** The last run of each source, of one business or of all: one look into the index for each. */
export function latestRunsQuery(ctx: MemberContext, businessId?: string) {
  const isChosen = businessId === undefined ? sql`` : sql`AND businesses.id = ${businessId}`
  return ctx.db
    .select()
    .from(scrapeRuns)
    .where(
      inArray(
        scrapeRuns.seq,
        sql`(
          SELECT (SELECT seq FROM scrape_runs AS past
            WHERE past.business_id = business_sources.business_id AND past.platform = business_sources.platform
              AND NOT ${isImported('past')}
            ORDER BY past.created_at DESC LIMIT 1)
          FROM businesses JOIN business_sources ON business_sources.business_id = businesses.id
          WHERE businesses.organization_id = ${ctx.organization.id} ${isChosen})`,
      ),
    )
}
