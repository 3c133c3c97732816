import { and, eq } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { recordAction } from '../identity/log/record-action.ts'
import type { UpdateBusinessInput } from '../rules/businesses.ts'
import type { BusinessView } from '../rules/views.ts'
import { getBusiness } from './list.ts'
import { locateListings } from './listings.ts'
import { areOwn, requireBusiness } from './require-business.ts'
import { rescheduleSources, syncSources } from './source-state.ts'

/**
 * Changes the given fields; a field that is left out keeps its value, an empty one becomes null.
 *
 * @param readAnew of insights/reading/readings.ts: which topics there are follows from the industry
 * @throws DomainError `not_found`, or `invalid_input` for an address that is no listing
 */
export async function updateBusiness(
  ctx: MemberContext,
  input: UpdateBusinessInput,
  readAnew: (ctx: MemberContext, organizationId: string) => Statement,
): Promise<BusinessView> {
  const { id, address, settings, ...changes } = input
  const stored = await requireBusiness(ctx, id)
  const listings = locateListings(
    { ...stored, ...changes },
    { settings: ctx.settings, plan: ctx.organization.plan },
    stored,
  )
  const update = ctx.db
    .update(businesses)
    .set({
      ...changes,
      ...(address && { address: JSON.stringify(address) }),
      ...(settings && { settings: JSON.stringify(settings) }),
      updatedAt: ctx.now(),
    })
    .where(and(eq(businesses.id, id), areOwn(ctx)))
  const woken = changes.isActive ? [rescheduleSources(ctx, id)] : []
  const organizationId = ctx.organization.id
  const { industry = stored.industry } = changes
  await ctx.db.batch([
    update,
    recordAction(ctx, { organizationId, action: 'business_changed', subject: changes.name ?? stored.name }),
    ...syncSources(ctx, id, listings),
    ...woken,
    ...(industry === stored.industry ? [] : [readAnew(ctx, organizationId)]),
  ])
  return getBusiness(ctx, { id })
}
