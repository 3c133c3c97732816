import { sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { isInReach } from '../platform/business-access.ts'
import type { OrganizationStats } from '../rules/organizations.ts'
import { planLimits } from '../rules/plans.ts'
import { averageRating } from '../rules/statistics.ts'

/** The specification's get_organization_stats. Reads one row per business and day, never the reviews. */
export async function organizationStats(ctx: MemberContext): Promise<OrganizationStats> {
  const { id, plan } = ctx.organization
  const { results } = await ctx.db.statement<{
    users: number
    businesses: number
    reviews: number
    ratings: number
    status: string
  }>(sql`SELECT
      (SELECT count(*) FROM organization_users WHERE organization_id = organizations.id AND is_active = 1) AS users,
      (SELECT count(*) FROM businesses WHERE organization_id = organizations.id
        AND ${isInReach(ctx, sql`businesses.id`)}) AS businesses,
      subscription_status AS status, coalesce(sum(day.review_count), 0) AS reviews, coalesce(sum(day.rating_sum), 0) AS ratings
    FROM organizations
    LEFT JOIN businesses AS business ON business.organization_id = organizations.id
      AND ${isInReach(ctx, sql`business.id`)}
    LEFT JOIN review_daily_stats AS day ON day.business_id = business.id
    WHERE organizations.id = ${id}`)
  const [row] = results
  if (!row) throw new Error('a member of an organization that is not there')
  const { seats } = planLimits(plan)
  return {
    totalUsers: row.users,
    totalBusinesses: row.businesses,
    totalReviews: row.reviews,
    averageRating: averageRating(row.ratings, row.reviews),
    activeSubscription: row.status === 'active',
    seatsUsed: row.users,
    seatsRemaining: Math.max(0, seats - row.users),
  }
}
