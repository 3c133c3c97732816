import type { Settings } from '../env.ts'
import { signClaims } from '../platform/jws/signed-token.ts'
import { ALGORITHMS } from '../platform/jws/verification-key.ts'
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '../rules/connections.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '../rules/oauth.ts'
import { OAuthRefusal } from './refusal.ts'

export type Provider = OAuthProvider | ConnectionProvider

export interface Client {
  id: string
  /** @param now milliseconds, UTC */
  secret(now: number): Promise<string>
}

/** Our registration with a provider; null if one of its settings is missing, which turns the provider off. */
export function findClient(settings: Settings, provider: Provider): Client | null {
  switch (provider) {
    case 'google':
      return withSecret(settings.GOOGLE_CLIENT_ID, settings.GOOGLE_CLIENT_SECRET)
    case 'github':
      return withSecret(settings.GITHUB_CLIENT_ID, settings.GITHUB_CLIENT_SECRET)
    case 'facebook':
      return withSecret(settings.FACEBOOK_CLIENT_ID, settings.FACEBOOK_CLIENT_SECRET)
    case 'apple': {
      const { APPLE_CLIENT_ID: id, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId } = settings
      const { APPLE_PRIVATE_KEY: privateKey } = settings
      if (!id || !teamId || !keyId || !privateKey) return null
      return { id, secret: (now) => appleClientSecret({ id, teamId, keyId, privateKey }, now) }
    }
  }
}

function withSecret(id: string | undefined, secret: string | undefined): Client | null {
  return id && secret ? { id, secret: async () => secret } : null
}

/** @throws OAuthRefusal `off` if we have no registration with the provider */
export function requireClient(settings: Settings, provider: Provider): Client {
  const client = findClient(settings, provider)
  if (!client) throw new OAuthRefusal('off', `${provider} is not configured`)
  return client
}

export function offeredProviders(settings: Settings): OAuthProvider[] {
  return OAUTH_PROVIDERS.filter((provider) => findClient(settings, provider) !== null)
}

export function offeredConnections(settings: Settings): ConnectionProvider[] {
  return CONNECTION_PROVIDERS.filter((provider) => findClient(settings, provider) !== null)
}

/** Apple uses a form POST. */
export function callbackMethod(provider: Provider): 'GET' | 'POST' {
  return provider === 'apple' ? 'POST' : 'GET'
}

const LIFETIME_MS = 5 * MINUTE_MS
const AUDIENCE = 'https://appleid.apple.com'

interface AppleClient {
  id: string
  teamId: string
  keyId: string
  privateKey: string
}

/**
 * Apple's client secret: a token that identifies us, signed with our key (ES256) and valid for five minutes.
 *
 * @throws if the key isn't a P-256 key in PKCS#8
 */
async function appleClientSecret(client: AppleClient, now: number): Promise<string> {
  const bytes = keyBytes(client.privateKey)
  const key = await crypto.subtle.importKey('pkcs8', bytes, ALGORITHMS.ES256, false, ['sign'])
  const claims = {
    iss: client.teamId,
    sub: client.id,
    aud: AUDIENCE,
    iat: Math.floor(now / SECOND_MS),
    exp: Math.floor((now + LIFETIME_MS) / SECOND_MS),
  }
  return signClaims(key, { typ: 'JWT', kid: client.keyId }, claims)
}

/** Accepts the key with or without PEM lines; a one-line setting may write line breaks as `\n`. */
function keyBytes(privateKey: string): Uint8Array<ArrayBuffer> {
  const text = privateKey.replace(/-----[A-Z ]+-----/g, '').replace(/\\n|\s/g, '')
  return new Uint8Array(Buffer.from(text, 'base64'))
}
