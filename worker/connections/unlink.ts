import { and, eq } from 'drizzle-orm'
import { connectionLinks } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { CONNECTION_PROVIDER_NAMES, type UnlinkPlaceInput } from '../rules/connections.ts'
import { fallBack } from './fall-back.ts'

/**
 * Stops using a connection for one business. The connection stays, and so do the reviews it brought.
 *
 * @throws DomainError `not_found` for another organization's business, or one that is not connected there
 */
export async function unlinkPlace(ctx: MemberContext, input: UnlinkPlaceInput): Promise<void> {
  const business = await requireBusiness(ctx, input.businessId)
  const { platform } = input
  const isIt = and(
    eq(connectionLinks.businessId, business.id),
    eq(connectionLinks.platform, platform),
    eq(connectionLinks.organizationId, ctx.organization.id),
  )
  const [removed] = await ctx.db.batch([
    ctx.db.delete(connectionLinks).where(isIt).returning({ businessId: connectionLinks.businessId }),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'place_unlinked',
      subject: business.name,
    }),
    ...fallBack(ctx, [{ ...business, businessId: business.id, platform }]),
  ])
  if (removed.length === 0) {
    const name = CONNECTION_PROVIDER_NAMES[platform]
    throw new DomainError('not_found', `${business.name} is not connected to ${name}.`)
  }
}
