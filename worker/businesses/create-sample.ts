import { and, eq, sql } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { reachOwnBusiness } from '../organizations/chosen-businesses.ts'

/**
 * Adds the business that sample reviews belong to, where the organization has none at all.
 * @returns its id
 * @throws DomainError `conflict`
 */
export async function createSample(ctx: MemberContext): Promise<string> {
  const id = ctx.createId()
  const now = ctx.now()
  const insert = ctx.db.statement(sql`
    INSERT INTO businesses (id, organization_id, user_id, name, industry, city, is_sample, is_active, created_at, updated_at)
    SELECT ${id}, ${ctx.organization.id}, ${ctx.session.user.id}, 'Sample Café', 'Café', 'Sampleton', 1, 0, ${now}, ${now}
    WHERE NOT EXISTS (SELECT 1 FROM businesses
      WHERE organization_id = ${ctx.organization.id} AND deleted_at IS NULL)`)
  const [{ meta }] = await ctx.db.batch([insert, reachOwnBusiness(ctx, id)])
  if (meta.changes === 0)
    throw new DomainError('conflict', 'You already have a business with reviews of its own.')
  return id
}

/** Returns whether the organization has sample reviews, and thus none of its own. */
export async function hasSamples(ctx: MemberContext): Promise<boolean> {
  const isSample = and(eq(businesses.organizationId, ctx.organization.id), eq(businesses.isSample, true))
  return (await ctx.db.$count(businesses, isSample)) > 0
}

/** Statement that takes the sample reviews away once there is an own business: there are never both. `forgetGoneBusinesses` goes with it. */
export function removeSamples(ctx: MemberContext) {
  return ctx.db.statement(sql`
    DELETE FROM businesses WHERE organization_id = ${ctx.organization.id} AND is_sample = 1
      AND EXISTS (SELECT 1 FROM businesses WHERE organization_id = ${ctx.organization.id} AND is_sample = 0)`)
}
