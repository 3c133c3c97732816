import { and, eq, sum } from 'drizzle-orm'
import { businessImports, organizationUsage } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { utcMonth } from '../rules/durations.ts'
import type { Allowance } from '../rules/imports.ts'
import { planLimits } from '../rules/plans.ts'

/** Query for the number of reviews added this month; `quotaOf` reads its rows. */
export function usageQuery(ctx: MemberContext) {
  const month = utcMonth(ctx.now())
  return ctx.db
    .select({ used: organizationUsage.reviewsStored })
    .from(organizationUsage)
    .where(and(eq(organizationUsage.organizationId, ctx.organization.id), eq(organizationUsage.month, month)))
}

export function quotaOf(ctx: MemberContext, rows: readonly { used: number }[]): Allowance {
  const limit = planLimits(ctx.organization.plan).reviewsPerMonth
  return { limit, left: Math.max(0, limit - (rows[0]?.used ?? 0)) }
}

/** Query for the number of reviews stored from files; `allowanceOf` reads its row. */
export function importedQuery(ctx: MemberContext) {
  return ctx.db
    .select({ imported: sum(businessImports.reviewsStored).mapWith(Number) })
    .from(businessImports)
    .where(eq(businessImports.organizationId, ctx.organization.id))
}

export function allowanceOf(ctx: MemberContext, [row]: readonly { imported: number | null }[]): Allowance {
  const limit = planLimits(ctx.organization.plan).importedReviews
  return { limit, left: Math.max(0, limit - (row?.imported ?? 0)) }
}
