import type { SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { offeredProviders } from '../../oauth/clients.ts'
import { CONNECTIONS_SCREEN, oauthProblemText } from '../../rules/oauth.ts'
import type { ProviderInput } from '../../rules/provider-input.ts'
import { emailNotVerified } from '../accounts/require-verified.ts'
import { requireRecentLogin } from '../sessions/recent-login.ts'
import { begin } from './begin.ts'

/**
 * Begins to connect the caller's account with a provider.
 *
 * @returns the address at the provider that the browser goes to
 * @throws DomainError `recent_login_needed`; `email_not_verified`, for what was added to an account that somebody else
 *   proves later would stay a way in; `not_found` for a provider that is off; `too_many`
 */
export async function beginLink(ctx: SignedInContext, { provider }: ProviderInput): Promise<{ url: string }> {
  if (!offeredProviders(ctx.settings).includes(provider)) {
    throw new DomainError('not_found', oauthProblemText('off', provider))
  }
  if (!ctx.session.user.isVerified) throw emailNotVerified()
  requireRecentLogin(ctx)
  return { url: await begin(ctx, provider, { target: CONNECTIONS_SCREEN, linkSessionId: ctx.session.id }) }
}
