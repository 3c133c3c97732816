import type { Settings } from '../env.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '../rules/oauth.ts'

/** How this product is registered with a provider. */
export interface OAuthClients {
  google: { id: string; secret: string }
  github: { id: string; secret: string }
  apple: { id: string; teamId: string; keyId: string; privateKey: string }
}

/** The registration with a provider; null where a part of it is not set, and so the provider is off. */
export function findClient<P extends OAuthProvider>(settings: Settings, provider: P): OAuthClients[P] | null {
  const clients: { [P in OAuthProvider]: Partial<OAuthClients[P]> } = {
    google: { id: settings.GOOGLE_CLIENT_ID, secret: settings.GOOGLE_CLIENT_SECRET },
    github: { id: settings.GITHUB_CLIENT_ID, secret: settings.GITHUB_CLIENT_SECRET },
    apple: {
      id: settings.APPLE_CLIENT_ID,
      teamId: settings.APPLE_TEAM_ID,
      keyId: settings.APPLE_KEY_ID,
      privateKey: settings.APPLE_PRIVATE_KEY,
    },
  }
  const client = clients[provider]
  // Checked part by part, which the type can't express.
  return Object.values(client).every(Boolean) ? (client as OAuthClients[P]) : null
}

/** The providers that people can sign in with here. */
export function offeredProviders(settings: Settings): OAuthProvider[] {
  return OAUTH_PROVIDERS.filter((provider) => findClient(settings, provider) !== null)
}

/** The one address that a provider sends people back to. */
export function redirectUri(settings: Settings, provider: OAuthProvider): string {
  return `${settings.APP_ORIGIN}/auth/${provider}/callback`
}
