import { GRAPH_VERSION } from '../rules/graph-api.ts'
import type { Provider } from './clients.ts'

/** Fixed addresses; none is taken from a response. */
export const ENDPOINTS = {
  google: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
    revoke: 'https://oauth2.googleapis.com/revoke',
  },
  github: {
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    person: 'https://api.github.com/user',
    addresses: 'https://api.github.com/user/emails',
  },
  apple: {
    authorize: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    keys: 'https://appleid.apple.com/auth/keys',
  },
  facebook: {
    authorize: `https://www.facebook.com/${GRAPH_VERSION}/dialog/oauth`,
    token: `https://graph.facebook.com/${GRAPH_VERSION}/oauth/access_token`,
    person: `https://graph.facebook.com/${GRAPH_VERSION}/me`,
    permissions: `https://graph.facebook.com/${GRAPH_VERSION}/me/permissions`,
  },
} as const satisfies Record<Provider, Record<string, string>>

const ADDRESSES: readonly string[] = Object.values(ENDPOINTS).flatMap((endpoints) => Object.values(endpoints))

/** True for an address that requests with the purpose `identity-provider` may go to. */
export function isIdentityProviderAddress(url: URL): boolean {
  return ADDRESSES.includes(url.origin + url.pathname)
}
