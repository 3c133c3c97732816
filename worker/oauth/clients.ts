import type { Settings } from '../env.ts'
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '../rules/connections.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '../rules/oauth.ts'
import { appleClientSecret } from './apple-client-secret.ts'
import { OAuthRefusal } from './refusal.ts'

export type Provider = OAuthProvider | ConnectionProvider

/** Our registration with a provider. */
export interface Client {
  id: string
  /** @param now milliseconds, UTC */
  secret(now: number): Promise<string>
}

/** Our registration with a provider; null if any part of it isn't set, which turns the provider off. */
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

/** Sign-in providers that are switched on. */
export function offeredProviders(settings: Settings): OAuthProvider[] {
  return OAUTH_PROVIDERS.filter((provider) => findClient(settings, provider) !== null)
}

/** Platforms whose accounts can be connected. */
export function offeredConnections(settings: Settings): ConnectionProvider[] {
  return CONNECTION_PROVIDERS.filter((provider) => findClient(settings, provider) !== null)
}

/** How the provider returns browsers: Apple uses a form POST. */
export function callbackMethod(provider: Provider): 'GET' | 'POST' {
  return provider === 'apple' ? 'POST' : 'GET'
}
