import { and, eq, isNull } from 'drizzle-orm'
import { businesses, businessSources } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { UpdateBusinessInput } from '../rules/businesses.ts'
import type { BusinessView } from '../rules/views.ts'
import { getBusiness } from './get.ts'
import { locateListings } from './listings.ts'
import { requireBusiness } from './require-business.ts'
import { syncSources } from './sync-sources.ts'

/**
 * Changes the given fields; a field that is left out keeps its value, an empty one becomes null.
 *
 * @throws DomainError `not_found`, or `invalid_input` for an address that is no listing
 */
export async function updateBusiness(ctx: MemberContext, input: UpdateBusinessInput): Promise<BusinessView> {
  const { id, address, settings, ...changes } = input
  const stored = await requireBusiness(ctx, id)
  const listings = locateListings({ ...stored, ...changes }, ctx.settings, stored)
  const update = ctx.db
    .update(businesses)
    .set({
      ...changes,
      ...(address && { address: JSON.stringify(address) }),
      ...(settings && { settings: JSON.stringify(settings) }),
      updatedAt: ctx.now(),
    })
    .where(and(eq(businesses.id, id), eq(businesses.organizationId, ctx.organization.id)))
  const woken = changes.isActive ? [wakeSources(ctx, id)] : []
  await ctx.db.batch([update, ...syncSources(ctx, id, listings), ...woken])
  return getBusiness(ctx, { id })
}

/** While a business was switched off, the minute's tick may have taken its sources out of the schedule. */
function wakeSources(ctx: MemberContext, businessId: string) {
  return ctx.db
    .update(businessSources)
    .set({ nextDueAt: ctx.now() })
    .where(
      and(
        eq(businessSources.businessId, businessId),
        eq(businessSources.organizationId, ctx.organization.id),
        isNull(businessSources.nextDueAt),
      ),
    )
}
