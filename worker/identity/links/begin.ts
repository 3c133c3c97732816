import type { Context } from '../../context.ts'
import { configuredProvider } from '../../oauth/configured-provider.ts'
import type { OAuthProvider } from '../../rules/oauth.ts'
import { beginAttempt } from './begin-attempt.ts'

/**
 * Begins an attempt to sign in, or to add a way to.
 *
 * @param purpose.target a path of our own, where it ends
 * @param purpose.linkSessionId the session that adds a way to sign in, or is confirmed; null for a sign-in
 * @returns where the browser goes
 * @throws OAuthRefusal `off`; DomainError `too_many` beyond 30 in 15 minutes from one network
 */
export async function begin(
  ctx: Context,
  provider: OAuthProvider,
  purpose: { target: string; linkSessionId: string | null; isConfirmation?: boolean },
): Promise<string> {
  const asking = configuredProvider(ctx, provider)
  return beginAttempt(ctx, asking, { ...purpose, provider, connectOrganizationId: null })
}
