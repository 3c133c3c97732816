import type { Context } from '../context.ts'
import type { Settings } from '../env.ts'
import { randomToken } from '../platform/ids.ts'
import { actualAddress } from '../platform/outbound.ts'
import type { ConnectionProvider } from '../rules/connections.ts'
import type { OAuthProvider } from '../rules/oauth.ts'
import { authorizeUrl, newCodeVerifier, newState } from './arctic.ts'
import { requestTokens } from './ask-provider.ts'
import { type Attempt, attemptCookie, type Intent, type Purpose, storeAttempt } from './attempts.ts'
import { requireClient } from './clients.ts'
import type { ConnectionFlow, ProviderFlow, ProviderPerson } from './provider.ts'
import { appleSignIn, facebookConnection, githubSignIn, googleConnection, googleSignIn } from './providers.ts'
import { OAuthRefusal } from './refusal.ts'

export const SIGN_IN_FLOWS: Record<OAuthProvider, ProviderFlow<ProviderPerson>> = {
  google: googleSignIn,
  github: githubSignIn,
  apple: appleSignIn,
}

export const CONNECTION_FLOWS: Record<ConnectionProvider, ConnectionFlow> = {
  google: googleConnection,
  facebook: facebookConnection,
}

/** Error codes that mean the person declined. */
const DENIALS: readonly string[] = ['access_denied', 'user_cancelled_authorize']

/** Fields of a callback. Each is null if missing, empty, too long or duplicated. */
export interface Callback {
  state: string | null
  code: string | null
  error: string | null
  /** Apple's form field. */
  user: string | null
  browser: string | null
}

/** Records an attempt, sets the browser's cookie, and returns the address to go to. @throws OAuthRefusal `off` */
export async function beginHandshake(ctx: Context, intent: Intent): Promise<string> {
  const { settings } = ctx
  const { id: clientId } = requireClient(settings, intent.provider)
  const { endpoints, scopes, ...flow } =
    intent.purpose === 'connect' ? CONNECTION_FLOWS[intent.provider] : SIGN_IN_FLOWS[intent.provider]
  const state = newState()
  const nonce = newState()
  const codeVerifier = flow.hasPkce ? newCodeVerifier() : null
  const browser = randomToken()
  await storeAttempt(ctx, { ...intent, state, nonce, codeVerifier, browser })
  ctx.answerHeaders.append('set-cookie', attemptCookie(intent.provider).set(browser, settings.APP_ORIGIN))

  const product = { clientId, redirectUri: redirectUri(settings, intent) }
  const url = authorizeUrl({ endpoint: endpoints.authorize, ...product, state, codeVerifier, scopes })
  for (const [name, value] of Object.entries(flow.parameters(nonce))) url.searchParams.set(name, value)
  return actualAddress(url, settings.UPSTREAM_ORIGIN)
}

/**
 * Exchanges the code for the provider's tokens, and reads the claims with them.
 *
 * @throws OAuthRefusal `denied`, `failed`, `unavailable`, `off`, and those of the flow
 */
export async function finishHandshake<Claims>(
  ctx: Context,
  flow: ProviderFlow<Claims>,
  attempt: Attempt<Purpose>,
  { code, error, user }: Callback,
): Promise<Claims> {
  if (error !== null) {
    throw new OAuthRefusal(DENIALS.includes(error) ? 'denied' : 'failed', 'the provider sent back an error')
  }
  if (code === null) throw new OAuthRefusal('failed', 'there is no code')
  const { provider, codeVerifier, nonce } = attempt
  const client = requireClient(ctx.settings, provider)
  const tokens = await requestTokens(ctx, flow.endpoints.token, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri(ctx.settings, attempt),
    ...(codeVerifier !== null && { code_verifier: codeVerifier }),
  })
  return flow.claims(ctx, { client, tokens, nonce, user })
}

function redirectUri({ APP_ORIGIN }: Settings, { purpose, provider }: Pick<Intent, 'purpose' | 'provider'>) {
  return `${APP_ORIGIN}/${purpose === 'connect' ? 'connections' : 'auth'}/${provider}/callback`
}
