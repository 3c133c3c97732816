import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isOwn } from '../platform/business-access.ts'

/** @throws DomainError `not_found` if it isn't in the caller's organization */
export async function requireBusiness(ctx: Pick<MemberContext, 'db' | 'organization'>, id: string) {
  const rows = await ctx.db
    .select()
    .from(businesses)
    .where(and(eq(businesses.id, id), areOwn(ctx)))
  const business = rows[0]
  if (!business) throw businessNotFound()
  return business
}

/** Matches the businesses that the caller may see, as a condition on their table. */
export function areOwn(ctx: Pick<MemberContext, 'organization'>): SQL | undefined {
  const own = isOwn(ctx, { organizationId: businesses.organizationId, businessId: businesses.id })
  return and(own, isNull(businesses.deletedAt))
}

export function businessNotFound(): DomainError {
  return new DomainError('not_found', 'This business was not found. It may have been deleted.')
}

/**
 * Checks a business id against names read for another purpose. Passes if they couldn't be read.
 *
 * @throws DomainError `not_found` for a business that isn't among them
 */
export function requireAmong(businesses: readonly { id: string }[] | null, id: string | undefined): void {
  if (businesses === null || id === undefined || businesses.some((business) => business.id === id)) return
  throw businessNotFound()
}
