import type { Context } from '../../context.ts'
import { randomToken } from '../../platform/ids.ts'
import { actualAddress } from '../../platform/outbound.ts'
import type { OAuthProvider } from '../../rules/oauth.ts'
import { LIMITS, requireAttempt } from '../limits.ts'
import { authorizeUrl, newCodeVerifier, newState } from './arctic.ts'
import { attemptCookie } from './attempt-cookie.ts'
import { storeAttempt } from './attempts.ts'
import { configuredProvider } from './configured-provider.ts'

const BROWSER_TOKEN_BYTES = 32

/**
 * Begins an attempt: notes it, and gives the browser the cookie that ties it to it.
 *
 * @param purpose.target a path of our own, where it ends
 * @param purpose.linkSessionId the session that adds a way to sign in; null for a sign-in
 * @returns where the browser goes
 * @throws OAuthRefusal `off`; DomainError `too_many` beyond 30 in 15 minutes from one network
 */
export async function begin(
  ctx: Context,
  provider: OAuthProvider,
  purpose: { target: string; linkSessionId: string | null },
): Promise<string> {
  const { hasPkce, endpoint, scopes, parameters, clientId, redirectUri } = configuredProvider(ctx, provider)
  await requireAttempt(ctx, LIMITS.oauthPrefix, ctx.network.prefix)
  const state = newState()
  const nonce = newState()
  const codeVerifier = hasPkce ? newCodeVerifier() : null
  const browser = randomToken(BROWSER_TOKEN_BYTES)
  await storeAttempt(ctx, { ...purpose, provider, state, nonce, codeVerifier, browser })
  ctx.answerHeaders.append('set-cookie', attemptCookie(browser, provider, ctx.settings.APP_ORIGIN))

  const url = authorizeUrl({ endpoint, clientId, redirectUri, state, codeVerifier, scopes })
  for (const [name, value] of Object.entries(parameters(nonce))) url.searchParams.set(name, value)
  return actualAddress(url, ctx.settings.UPSTREAM_ORIGIN)
}
