import type { Settings } from '../env.ts'
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '../rules/connections.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '../rules/oauth.ts'
import { appleClientSecret } from './apple-client-secret.ts'
import { OAuthRefusal } from './refusal.ts'

export type Provider = OAuthProvider | ConnectionProvider

/** How this product is registered with a provider. */
export interface Client {
  id: string
  /** @param now milliseconds, UTC */
  secret(now: number): Promise<string>
}

/** The registration with a provider; null when a part of it is not set: then the provider is off. */
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

/** @throws OAuthRefusal `off` when we have no registration with the provider */
export function requireClient(settings: Settings, provider: Provider): Client {
  const client = findClient(settings, provider)
  if (!client) throw new OAuthRefusal('off', `${provider} is not configured`)
  return client
}

/** The providers that people can sign in with here. */
export function offeredProviders(settings: Settings): OAuthProvider[] {
  return OAUTH_PROVIDERS.filter((provider) => findClient(settings, provider) !== null)
}

/** The platforms that accounts can be connected at here. */
export function offeredConnections(settings: Settings): ConnectionProvider[] {
  return CONNECTION_PROVIDERS.filter((provider) => findClient(settings, provider) !== null)
}

/** How browsers come back from a provider: Apple sends them with a form. */
export function callbackMethod(provider: Provider): 'GET' | 'POST' {
  return provider === 'apple' ? 'POST' : 'GET'
}
