import type { SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { offeredProviders } from '../../oauth/clients.ts'
import { CONNECTIONS_SCREEN, oauthProblemText } from '../../rules/oauth.ts'
import type { ConfirmByProviderInput } from '../../rules/provider-input.ts'
import { safeRedirect } from '../../rules/redirects.ts'
import { begin } from './begin.ts'

/**
 * Begins to confirm through a provider that it is the caller who is there: the way for accounts that have no password.
 *
 * @returns the address at the provider that the browser goes to; it ends at the screen that asked
 * @throws DomainError `not_found` for a provider that is off; `too_many`
 */
export async function beginConfirmation(
  ctx: SignedInContext,
  { provider, target }: ConfirmByProviderInput,
): Promise<{ url: string }> {
  if (!offeredProviders(ctx.settings).includes(provider)) {
    throw new DomainError('not_found', oauthProblemText('off', provider))
  }
  const screen = safeRedirect(target, CONNECTIONS_SCREEN)
  return {
    url: await begin(ctx, provider, { target: screen, linkSessionId: ctx.session.id, isConfirmation: true }),
  }
}
