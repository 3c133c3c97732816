import { eq, sum } from 'drizzle-orm'
import { businessImports } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { ImportAllowance } from '../rules/imports.ts'
import { planLimits } from '../rules/plans.ts'

/** A statement that reads how many stored reviews files have brought; `allowanceOf` reads its row. */
export function importedQuery(ctx: MemberContext) {
  return ctx.db
    .select({ imported: sum(businessImports.reviewsStored).mapWith(Number) })
    .from(businessImports)
    .where(eq(businessImports.organizationId, ctx.organization.id))
}

export function allowanceOf(
  ctx: MemberContext,
  [row]: readonly { imported: number | null }[],
): ImportAllowance {
  const limit = planLimits(ctx.organization.plan).importedReviews
  return { limit, left: Math.max(0, limit - (row?.imported ?? 0)) }
}
