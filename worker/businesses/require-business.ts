import { and, eq } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'

/** The business inside the caller's organization. @throws DomainError `not_found` for another organization's */
export async function requireBusiness(ctx: MemberContext, id: string) {
  const rows = await ctx.db
    .select()
    .from(businesses)
    .where(and(eq(businesses.id, id), eq(businesses.organizationId, ctx.organization.id)))
  const business = rows[0]
  if (!business) throw businessNotFound()
  return business
}

export function businessNotFound(): DomainError {
  return new DomainError('not_found', 'This business was not found. It may have been deleted.')
}
