import { and, eq, sql } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import type { BusinessId } from '../rules/businesses.ts'
import { businessNotFound } from './require-business.ts'

/** Deletes a business with its reviews, responses, statistics and runs. @throws DomainError `not_found` */
export async function removeBusiness(ctx: MemberContext, input: BusinessId): Promise<void> {
  const { id: organizationId } = ctx.organization
  const subject = businessName(organizationId, input.id)
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'business_deleted', subject }, sql`${subject} IS NOT NULL`),
    ctx.db
      .delete(businesses)
      .where(and(eq(businesses.id, input.id), eq(businesses.organizationId, organizationId)))
      .returning({ id: businesses.id }),
  ])
  if (removed.length === 0) throw businessNotFound()
}
