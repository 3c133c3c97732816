import { and, eq, sql } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { recordAction } from '../identity/log/record-action.ts'
import type { BusinessId } from '../rules/businesses.ts'
import { areOwn, businessNotFound } from './require-business.ts'

/** Deletes a business with its reviews, responses, statistics and runs. @throws DomainError `not_found` */
export async function removeBusiness(ctx: MemberContext, input: BusinessId): Promise<void> {
  const { id: organizationId } = ctx.organization
  const isIt = and(eq(businesses.id, input.id), areOwn(ctx))
  const subject = sql`(SELECT name FROM businesses WHERE ${isIt})`
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'business_deleted', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.delete(businesses).where(isIt).returning({ id: businesses.id }),
  ])
  if (removed.length === 0) throw businessNotFound()
}
