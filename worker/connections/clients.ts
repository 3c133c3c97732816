import type { Settings } from '../env.ts'
import { findClient } from '../oauth/clients.ts'
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '../rules/connections.ts'
import type { PlatformClient } from './providers/provider.ts'

/** Our registration with a platform; null where it is not set, so that nothing can be connected there. */
export function findPlatformClient(settings: Settings, provider: ConnectionProvider): PlatformClient | null {
  if (provider === 'google') return findClient(settings, 'google')
  const { FACEBOOK_CLIENT_ID: id, FACEBOOK_CLIENT_SECRET: secret } = settings
  return id && secret ? { id, secret } : null
}

/** The platforms that accounts can be connected at here. */
export function offeredConnections(settings: Settings): ConnectionProvider[] {
  return CONNECTION_PROVIDERS.filter((provider) => findPlatformClient(settings, provider) !== null)
}

/** The one address that a platform sends people back to. */
export function connectionRedirectUri(settings: Settings, provider: ConnectionProvider): string {
  return `${settings.APP_ORIGIN}/connections/${provider}/callback`
}
