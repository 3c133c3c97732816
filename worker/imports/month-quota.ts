import { and, eq } from 'drizzle-orm'
import { organizationUsage } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { MonthQuota } from '../rules/imports.ts'
import { planLimits } from '../rules/plans.ts'

/** A statement that reads how many reviews this month has brought; `quotaOf` reads its rows. */
export function usageQuery(ctx: MemberContext) {
  const month = new Date(ctx.now()).toISOString().slice(0, 7)
  return ctx.db
    .select({ used: organizationUsage.reviewsStored })
    .from(organizationUsage)
    .where(and(eq(organizationUsage.organizationId, ctx.organization.id), eq(organizationUsage.month, month)))
}

export function quotaOf(ctx: MemberContext, rows: readonly { used: number }[]): MonthQuota {
  const limit = planLimits(ctx.organization.plan).reviewsPerMonth
  return { limit, left: Math.max(0, limit - (rows[0]?.used ?? 0)) }
}
