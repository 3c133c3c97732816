import { and, eq } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { BusinessId } from '../rules/businesses.ts'
import { businessNotFound } from './require-business.ts'

/** Deletes a business with its reviews, responses, statistics and runs. @throws DomainError `not_found` */
export async function removeBusiness(ctx: MemberContext, input: BusinessId): Promise<void> {
  const removed = await ctx.db
    .delete(businesses)
    .where(and(eq(businesses.id, input.id), eq(businesses.organizationId, ctx.organization.id)))
    .returning({ id: businesses.id })
  if (removed.length === 0) throw businessNotFound()
}
