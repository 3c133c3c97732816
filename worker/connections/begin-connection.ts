import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { beginAttempt } from '../identity/links/begin-attempt.ts'
import { audit } from '../identity/log/audit.ts'
import { connectScreen } from '../rules/connect-address.ts'
import type { ConnectionProvider } from '../rules/connections.ts'
import { can } from '../rules/permissions.ts'
import { allowsPlatform } from '../rules/plans.ts'
import { connectionRedirectUri, findPlatformClient } from './clients.ts'
import { PLATFORM_PROVIDERS } from './providers/index.ts'
import { ConnectionRefusal } from './refusal.ts'

/**
 * Begins to connect an account at a platform with the caller's organization, for a business.
 *
 * @returns where the browser goes
 * @throws ConnectionRefusal `not_permitted`, `plan`, `unverified`, `off`; DomainError `not_found` for another organization's
 *   business, `too_many` beyond 30 in 15 minutes from one network
 */
export async function beginConnection(
  ctx: MemberContext,
  provider: ConnectionProvider,
  businessId: string,
): Promise<string> {
  const { session, organization, settings } = ctx
  if (!can(organization.role, 'businesses.update')) {
    await audit(ctx, 'permission_refused', 'refused', { detail: `connections ${provider}` })
    throw new ConnectionRefusal('not_permitted', `the role ${organization.role} does not connect`)
  }
  if (!allowsPlatform(organization.plan, provider)) {
    throw new ConnectionRefusal('plan', `the plan ${organization.plan} has no ${provider}`)
  }
  if (!session.user.isVerified) throw new ConnectionRefusal('unverified', 'the address is not proven')
  const client = findPlatformClient(settings, provider)
  if (!client) throw new ConnectionRefusal('off', `${provider} is not configured`)
  const business = await requireBusiness(ctx, businessId)
  const { hasPkce, endpoint, scopes, parameters } = PLATFORM_PROVIDERS[provider]
  return beginAttempt(
    ctx,
    {
      hasPkce,
      endpoint,
      scopes,
      parameters,
      clientId: client.id,
      redirectUri: connectionRedirectUri(settings, provider),
    },
    {
      provider,
      target: connectScreen(business.id),
      linkSessionId: session.id,
      connectOrganizationId: organization.id,
    },
  )
}
