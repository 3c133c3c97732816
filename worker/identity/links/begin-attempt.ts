import type { Context } from '../../context.ts'
import { type AuthorizeParts, authorizeUrl, newCodeVerifier, newState } from '../../oauth/arctic.ts'
import { attemptCookie } from '../../oauth/attempt-cookie.ts'
import { type NewAttempt, storeAttempt } from '../../oauth/attempts.ts'
import { randomToken } from '../../platform/ids.ts'
import { actualAddress } from '../../platform/outbound.ts'
import { LIMITS, requireTry } from '../limits/tries.ts'

/** What a provider is asked for, and as whom. */
export interface Asking extends Omit<AuthorizeParts, 'state' | 'codeVerifier'> {
  hasPkce: boolean
  /** Parameters of the authorize address besides those every provider has. */
  parameters(nonce: string): Record<string, string>
}

export type Purpose = Pick<NewAttempt, 'provider' | 'target' | 'linkSessionId' | 'connectOrganizationId'>

/**
 * Notes an attempt, and gives the browser the cookie that ties it to it.
 *
 * @returns where the browser goes
 * @throws DomainError `too_many` beyond 30 in 15 minutes from one network
 */
export async function beginAttempt(ctx: Context, asking: Asking, purpose: Purpose): Promise<string> {
  await requireTry(ctx, LIMITS.oauthPrefix, ctx.network.prefix)
  const state = newState()
  const nonce = newState()
  const codeVerifier = asking.hasPkce ? newCodeVerifier() : null
  const browser = randomToken()
  await storeAttempt(ctx, { ...purpose, state, nonce, codeVerifier, browser })
  ctx.answerHeaders.append('set-cookie', attemptCookie(browser, purpose.provider, ctx.settings.APP_ORIGIN))

  const { endpoint, clientId, redirectUri, scopes, parameters } = asking
  const url = authorizeUrl({ endpoint, clientId, redirectUri, state, codeVerifier, scopes })
  for (const [name, value] of Object.entries(parameters(nonce))) url.searchParams.set(name, value)
  return actualAddress(url, ctx.settings.UPSTREAM_ORIGIN)
}
