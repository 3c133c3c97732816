import type { BackgroundContext } from '../context.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { type ProviderTokens, tokensIn } from './arctic.ts'
import { askProvider } from './ask-provider.ts'
import type { Client } from './clients.ts'
import type { AccessToken } from './provider.ts'
import { OAuthRefusal } from './refusal.ts'

/**
 * Requests tokens from a token endpoint, with our credentials.
 *
 * @param grant form fields of the grant, such as a code or a refresh token
 * @throws OAuthRefusal `failed` with the provider's error code if it refuses; `unavailable` if it doesn't respond
 */
export async function requestTokens(
  ctx: BackgroundContext,
  endpoint: string,
  client: Client,
  grant: Record<string, string>,
): Promise<ProviderTokens> {
  const credentials = { client_id: client.id, client_secret: await client.secret(ctx.now()) }
  const { status, json } = await askProvider(ctx, endpoint, {
    method: 'POST',
    // GitHub responds in JSON only on request.
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ ...grant, ...credentials }),
  })
  // GitHub refuses with status 200.
  if (status !== 200 || typeof json !== 'object' || json === null || 'error' in json) {
    const providerError = errorName(json)
    const message = `${grant.grant_type} was refused: ${status} ${providerError}`
    throw new OAuthRefusal('failed', message, { providerError })
  }
  return tokensIn(json)
}

/** The provider's error code, if it looks like one, because it goes into the log. */
function errorName(json: unknown): string {
  const name = typeof json === 'object' && json !== null && 'error' in json ? json.error : null
  return typeof name === 'string' && /^[a-z_]{1,60}$/.test(name) ? name : 'without a reason'
}

/** @throws OAuthRefusal `failed` if there is none */
export function accessTokenIn({ accessToken, lifetimeSeconds }: ProviderTokens, now: number): AccessToken {
  if (accessToken === null) throw new OAuthRefusal('failed', 'there is no access token')
  const expiresAt = lifetimeSeconds === null ? null : now + lifetimeSeconds * SECOND_MS
  return { text: accessToken, expiresAt }
}
