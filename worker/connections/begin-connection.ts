import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { audit } from '../identity/log/audit.ts'
import { requireClient } from '../oauth/clients.ts'
import { beginHandshake } from '../oauth/handshake.ts'
import { OAuthRefusal } from '../oauth/refusal.ts'
import type { ConnectionProvider } from '../rules/connections.ts'
import { connectScreen, NEW_PLACE_SCREEN } from '../rules/paths.ts'
import { can } from '../rules/permissions.ts'
import { allowsPlatform } from '../rules/plans.ts'

/**
 * Begins to connect an account at a platform with the caller's organization, for a business; null for one that its places
 * are yet to become.
 *
 * @returns where the browser goes
 * @throws OAuthRefusal `not_permitted`, `plan`, `unverified`, `off`; DomainError `not_found` for another organization's
 *   business, `too_many` beyond 30 in 15 minutes from one network
 */
export async function beginConnection(
  ctx: MemberContext,
  provider: ConnectionProvider,
  businessId: string | null,
) {
  const { session, organization } = ctx
  if (!can(organization.role, 'businesses.update')) {
    await audit(ctx, 'permission_refused', 'refused', { detail: `connections ${provider}` })
    throw new OAuthRefusal('not_permitted', `the role ${organization.role} does not connect`)
  }
  if (!allowsPlatform(organization.plan, provider)) {
    throw new OAuthRefusal('plan', `the plan ${organization.plan} has no ${provider}`)
  }
  if (!session.user.isVerified) throw new OAuthRefusal('unverified', 'the address is not proven')
  requireClient(ctx.settings, provider)
  const target =
    businessId === null ? NEW_PLACE_SCREEN : connectScreen((await requireBusiness(ctx, businessId)).id)
  await requireTry(ctx, LIMITS.oauthPrefix, ctx.network.prefix)
  const asking = { sessionId: session.id, organizationId: organization.id }
  return beginHandshake(ctx, { purpose: 'connect', provider, target, ...asking })
}
