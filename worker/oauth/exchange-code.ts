import type { Context } from '../context.ts'
import { type ProviderTokens, tokensIn } from './arctic.ts'
import { askProvider } from './ask-provider.ts'
import { OAuthRefusal } from './refusal.ts'

export interface CodeExchange {
  endpoint: string
  code: string
  /** null where the provider knows no PKCE. */
  codeVerifier: string | null
  redirectUri: string
  clientId: string
  clientSecret: string
}

/**
 * Trades a code for the provider's tokens.
 *
 * @throws OAuthRefusal `failed` when the provider refuses the code or us, `unavailable` when it does not answer
 */
export async function exchangeCode(ctx: Context, exchange: CodeExchange): Promise<ProviderTokens> {
  const { status, json } = await askProvider(ctx, exchange.endpoint, {
    method: 'POST',
    // GitHub answers in JSON only when asked to.
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: exchange.code,
      redirect_uri: exchange.redirectUri,
      client_id: exchange.clientId,
      client_secret: exchange.clientSecret,
      ...(exchange.codeVerifier !== null && { code_verifier: exchange.codeVerifier }),
    }),
  })
  // GitHub refuses with the status 200.
  if (status !== 200 || typeof json !== 'object' || json === null || 'error' in json) {
    throw new OAuthRefusal('failed', `the code was refused: ${status} ${errorName(json)}`)
  }
  return tokensIn(json)
}

/** A provider's own name for a refusal, as far as it is one: it goes into the log. */
function errorName(json: unknown): string {
  const name = typeof json === 'object' && json !== null && 'error' in json ? json.error : null
  return typeof name === 'string' && /^[a-z_]{1,60}$/.test(name) ? name : 'without a reason'
}
