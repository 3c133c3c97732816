import * as v from 'valibot'
import type { BackgroundContext, Context } from '../context.ts'
import { OutboundError } from '../platform/outbound.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { type ProviderTokens, tokensIn } from './arctic.ts'
import type { Client } from './clients.ts'
import type { AccessToken } from './provider.ts'
import { OAuthRefusal } from './refusal.ts'

const TIMEOUT_MS = 10 * SECOND_MS

type AskingContext = Pick<Context, 'outbound'>

/**
 * Sends a request to a provider.
 *
 * @returns the status, and the response's JSON, not validated
 * @throws OAuthRefusal `unavailable` if it doesn't respond, or responds with 429 or 5xx; `failed` if the response isn't
 * JSON
 */
export async function askProvider({ outbound }: AskingContext, address: string, init: RequestInit) {
  const { hostname } = new URL(address)
  const request = new Request(address, init)
  const sent = outbound('identity-provider', request, { timeoutMs: TIMEOUT_MS })
  const { status, body } = await sent.catch((cause: unknown) => {
    if (!(cause instanceof OutboundError)) throw cause
    throw new OAuthRefusal('unavailable', `${hostname}: ${cause.fault}`, { cause })
  })
  if (status === 429 || status >= 500) throw new OAuthRefusal('unavailable', `${hostname} answered ${status}`)
  try {
    return { status, json: JSON.parse(body) as unknown }
  } catch {
    throw new OAuthRefusal('failed', `${hostname} answered ${status} with something that is no JSON`)
  }
}

/**
 * Calls a provider's API with an access token. @throws OAuthRefusal `unavailable`; `failed` if the response has another
 * shape
 */
export async function askAsPerson<T>(
  ctx: AskingContext,
  address: string,
  accessToken: string,
  schema: v.GenericSchema<unknown, T>,
  headers: Record<string, string> = {},
): Promise<T> {
  const authorization = `Bearer ${accessToken}`
  const { status, json } = await askProvider(ctx, address, { headers: { ...headers, authorization } })
  const parsed = v.safeParse(schema, json)
  if (status !== 200 || !parsed.success) {
    const { hostname, pathname } = new URL(address)
    throw new OAuthRefusal('failed', `${hostname}${pathname} could not be read: ${status}`)
  }
  return parsed.output
}

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

/** @throws OAuthRefusal `failed` if there is no access token */
export function accessTokenIn({ accessToken, lifetimeSeconds }: ProviderTokens, now: number): AccessToken {
  if (accessToken === null) throw new OAuthRefusal('failed', 'there is no access token')
  const expiresAt = lifetimeSeconds === null ? null : now + lifetimeSeconds * SECOND_MS
  return { text: accessToken, expiresAt }
}
