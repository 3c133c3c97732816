import { and, eq, sql } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import { areOwn, businessNotFound } from '../businesses/require-business.ts'
import { organizationUsesQuery } from '../collection/place-usage.ts'
import { runPage, runsQuery } from '../collection/queries.ts'
import type { MemberContext } from '../context.ts'
import { isLimited } from '../platform/business-access.ts'
import { can } from '../rules/permissions.ts'
import { planLimits, unlockedBy } from '../rules/plans.ts'
import { PLATFORMS, type Platform } from '../rules/platforms.ts'
import type { SourcesInput, SourcesView } from '../rules/source-health.ts'
import { latestRunsQuery } from './businesses-screen.ts'
import { sourceHealth, sourcesQuery } from './source-states.ts'

const RUNS_SHOWN = 20

/** @throws DomainError `not_found` if the business isn't in the caller's organization */
export async function sourcesScreen(ctx: MemberContext, { businessId }: SourcesInput): Promise<SourcesView> {
  const [[found], { results: rows }, [totals], latest, uses, runs] = await ctx.db.batch([
    businessQuery(ctx, businessId),
    sourcesQuery(ctx, businessId),
    totalsQuery(ctx, businessId),
    latestRunsQuery(ctx, businessId),
    organizationUsesQuery(ctx, ctx.organization.id),
    runsQuery(ctx, { businessId, limit: RUNS_SHOWN }),
  ])
  if (!found) throw businessNotFound()
  const { ownPlatforms, ...business } = found
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
    ownPlatforms: JSON.parse(ownPlatforms),
    maxOwnPlatforms: planLimits(ctx.organization.plan).ownPlatforms,
    mayEditPlatforms: can(ctx.organization.role, 'businesses.update') && !isLimited(ctx.organization),
    runs: runPage(runs, RUNS_SHOWN, ctx.now()),
  }
}

/**
 * The business, and the platforms that the organization has added, by name. Each has its number of stored reviews that
 * are still shown.
 */
function businessQuery(ctx: MemberContext, businessId: string) {
  const ownPlatforms = sql<string>`(SELECT json_group_array(json_object('id', own.id, 'name', own.name, 'color', own.color,
      'count', (SELECT coalesce(sum(review_count), 0)
        FROM review_daily_stats INDEXED BY review_daily_stats_of_own_platforms
        WHERE business_id = businesses.id AND own_platform <> '' AND own_platform = own.id AND NOT is_removed)))
    FROM (SELECT * FROM own_platforms WHERE organization_id = businesses.organization_id ORDER BY name_key) AS own)`
  return ctx.db
    .select({
      id: businesses.id,
      name: businesses.name,
      isActive: businesses.isActive,
      ownPlatforms: ownPlatforms.as('own_platforms_json'),
    })
    .from(businesses)
    .where(and(eq(businesses.id, businessId), areOwn(ctx)))
}

/** Reads one row per day with reviews. */
function totalsQuery(ctx: MemberContext, businessId: string) {
  const total = (platform: Platform) => sql<number>`coalesce(sum(${sql.raw(platform)}), 0)`.as(platform)
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
        WHERE id = ${businessId} AND organization_id = ${ctx.organization.id}) AND NOT is_removed`,
    )
}
