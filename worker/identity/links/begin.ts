import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { Intent } from '../../oauth/attempts.ts'
import { findClient, requireClient } from '../../oauth/clients.ts'
import { beginHandshake } from '../../oauth/handshake.ts'
import {
  type ConfirmByProviderInput,
  IDENTITY_LINKS_SCREEN,
  type OAuthProvider,
  oauthProblemText,
  type ProviderInput,
} from '../../rules/oauth.ts'
import { safeRedirect } from '../../rules/paths.ts'
import { LIMITS, requireTry } from '../limits/tries.ts'
import { requireRecentLogin, requireVerified } from '../sessions/require-proof.ts'

/**
 * Starts a sign-in with a provider.
 *
 * @param wish `target`: our own path to end at; `keep`: whether the device stays signed in
 * @returns where the browser goes next
 * @throws OAuthRefusal `off`; DomainError `too_many`
 */
export function beginSignIn(
  ctx: Context,
  provider: OAuthProvider,
  wish: { target: string; keep: boolean },
): Promise<string> {
  return begin(ctx, { purpose: 'sign_in', provider, ...wish })
}

/**
 * Starts linking a provider to the caller's account.
 *
 * @returns the provider's address to send the browser to
 * @throws DomainError `recent_login_needed`; `email_not_verified`, because a link would survive somebody else's proof
 * of the address; `not_found` if the provider is off; `too_many`
 */
export async function beginLink(ctx: SignedInContext, { provider }: ProviderInput): Promise<{ url: string }> {
  requireOffered(ctx, provider)
  requireVerified(ctx)
  requireRecentLogin(ctx)
  const { id: sessionId } = ctx.session
  return { url: await begin(ctx, { purpose: 'link', provider, target: IDENTITY_LINKS_SCREEN, sessionId }) }
}

/**
 * Starts a confirmation through a provider that the caller is present, for accounts without a password.
 *
 * @returns the provider's address to send the browser to; it returns to the screen that asked
 * @throws DomainError `not_found` if the provider is off; `too_many`
 */
export async function beginConfirmation(ctx: SignedInContext, input: ConfirmByProviderInput) {
  const { provider } = input
  requireOffered(ctx, provider)
  const { id: sessionId } = ctx.session
  const target = safeRedirect(input.target, IDENTITY_LINKS_SCREEN)
  return { url: await begin(ctx, { purpose: 'confirm', provider, target, sessionId }) }
}

/** @throws DomainError `too_many` beyond 30 in 15 minutes from one network */
async function begin(ctx: Context, intent: Intent): Promise<string> {
  requireClient(ctx.settings, intent.provider)
  await requireTry(ctx, LIMITS.oauthPrefix, ctx.network.prefix)
  return beginHandshake(ctx, intent)
}

function requireOffered(ctx: Context, provider: OAuthProvider): void {
  if (!findClient(ctx.settings, provider))
    throw new DomainError('not_found', oauthProblemText('off', provider))
}
