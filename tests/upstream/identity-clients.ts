import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { IdentityProvider } from './identity-accounts.ts'

/** This product's registration with a provider. */
interface IdentityClient {
  id: string
  /** Null for Apple, which checks a token signed with the client's key instead. */
  secret: string | null
}

const APPLE_TEAM = 'STANDIN123'
const APPLE_KEY = 'STANDINKEY'

export interface IdentityClients {
  of(provider: IdentityProvider): IdentityClient
  apple: { team: string; keyId: string; publicKey: KeyObject }
  /** The worker's variables with these registrations. */
  settings: Record<string, string>
}

/** Creates the registrations for one run of the simulator, with a new key for Apple. */
export function createClients(): IdentityClients {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const clients: Record<IdentityProvider, IdentityClient> = {
    google: { id: '204-stand-in.apps.googleusercontent.com', secret: 'stand-in-google' },
    github: { id: 'Ov23liStandInClient', secret: 'stand-in-github' },
    apple: { id: 'test.example.reviews', secret: null },
  }
  return {
    of: (provider) => clients[provider],
    apple: { team: APPLE_TEAM, keyId: APPLE_KEY, publicKey },
    settings: {
      GOOGLE_CLIENT_ID: clients.google.id,
      GOOGLE_CLIENT_SECRET: clients.google.secret ?? '',
      GITHUB_CLIENT_ID: clients.github.id,
      GITHUB_CLIENT_SECRET: clients.github.secret ?? '',
      APPLE_CLIENT_ID: clients.apple.id,
      APPLE_TEAM_ID: APPLE_TEAM,
      APPLE_KEY_ID: APPLE_KEY,
      APPLE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    },
  }
}
