import { inArray, sql } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import {
  businessesQuery,
  businessTotalsQuery,
  matching,
  shownBusiness,
  totalsOf,
} from '../businesses/list.ts'
import { readKindOf } from '../businesses/place-kinds.ts'
import { deletedBusiness, deletedBusinessesQuery } from '../businesses/remove.ts'
import { runView } from '../collection/queries.ts'
import type { MemberContext } from '../context.ts'
import { readEach } from '../platform/read-each.ts'
import { isImported } from '../reviews/duplicate-candidates.ts'
import type { DeletedBusiness, ListBusinessesInput, ShownBusiness } from '../rules/businesses.ts'
import { iso } from '../rules/durations.ts'
import { can } from '../rules/permissions.ts'
import { planLimits } from '../rules/plans.ts'
import { PLATFORMS } from '../rules/platforms.ts'
import type { SourceFault } from '../rules/remedies.ts'
import type { SourceView } from '../rules/source-health.ts'
import { averageRating } from '../rules/statistics.ts'
import { faultsOf, isBackfilling, limitOf, sourcesQuery } from './source-states.ts'

/** Parts that can't be read are empty and named in `failed`. */
export async function businessesScreen(
  ctx: MemberContext,
  input: ListBusinessesInput,
): Promise<BusinessesView> {
  const mayBringBack = can(ctx.organization.role, 'businesses.delete')
  const [rows, totals, sources, runs, deleted] = await readEach(ctx, [
    businessesQuery(ctx, input),
    businessTotalsQuery(ctx, 'public'),
    sourcesQuery(ctx),
    latestRunsQuery(ctx),
    deletedBusinessesQuery(ctx),
  ])
  const kindOf = await readKindOf(ctx)
  const now = ctx.now()
  const totalOf = new Map(totalsOf(totals ?? []).map((total) => [total.id, total]))
  const runOf = new Map((runs ?? []).map((run) => [`${run.businessId} ${run.platform}`, runView(run, now)]))
  const sourcesOf = Map.groupBy(sources?.results ?? [], (source) => source.businessId)
  const failed = {
    businesses: rows === null,
    figures: totals === null,
    sources: sources === null || runs === null,
  }
  return {
    items: matching(rows ?? [], input.search).map((row) => {
      const total = totalOf.get(row.id)
      const own = sourcesOf.get(row.id) ?? []
      return {
        ...shownBusiness(row),
        reviewCount: total?.reviewCount ?? 0,
        pendingCount: total?.pendingCount ?? 0,
        averageRating: averageRating(total?.ratingSum ?? 0, total?.reviewCount ?? 0),
        isSample: row.isSample,
        asksKind: !row.isSample && kindOf(row) === undefined,
        faults: faultsOf(ctx, own, [row]),
        aboveLimit: own.some((source) => !source.isWithinLimit),
        sources: own
          .map(
            (source): SourceView => ({
              platform: source.platform,
              listingUrl: source.listingUrl,
              statedTotal: source.statedTotal,
              storedTotal: source.storedTotal,
              backfilling: isBackfilling(source),
              lastSucceededAt: iso(source.lastSucceededAt),
              nextDueAt: iso(source.nextDueAt),
              limit: limitOf(ctx, source),
              latestRun: runOf.get(`${source.businessId} ${source.platform}`) ?? null,
            }),
          )
          .sort((a, b) => PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform)),
      }
    }),
    count: (totals ?? rows ?? []).filter(({ isSample }) => !isSample).length,
    limit: planLimits(ctx.organization.plan).locations,
    deleted: mayBringBack ? (deleted ?? []).map(deletedBusiness) : [],
    ...((failed.businesses || failed.figures || failed.sources) && { failed }),
  }
}

/** One index lookup per source. */
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

export interface BusinessOverview extends ShownBusiness {
  reviewCount: number
  pendingCount: number
  averageRating: number
  sources: SourceView[]
  isSample: boolean
  /** True if nothing identifies the industry, so that the owner is asked. */
  asksKind: boolean
  faults: SourceFault[]
  /** True if the plan's location limit stops collecting for this business. */
  aboveLimit: boolean
}

export type FailedParts = Record<'businesses' | 'figures' | 'sources', boolean>

export interface BusinessesView {
  items: BusinessOverview[]
  /** All businesses of the organization except the sample, whatever the filter. */
  count: number
  limit: number
  /** Empty if the viewer can't restore them. */
  deleted: DeletedBusiness[]
  /** True for each part that couldn't be read and is empty; absent if all were read. */
  failed?: FailedParts
}
