import { ENDPOINTS } from '../oauth/endpoints.ts'
import type { ConnectionProvider } from '../rules/connections.ts'

/** The version that reviews are asked in, too: worker/sources/facebook. */
const FACEBOOK_VERSION = 'v21.0'

/** Where connections are made, renewed and ended. Fixed: no address comes from an answer. */
export const CONNECTION_ENDPOINTS = {
  google: {
    authorize: ENDPOINTS.google.authorize,
    token: ENDPOINTS.google.token,
    revoke: 'https://oauth2.googleapis.com/revoke',
  },
  facebook: {
    authorize: `https://www.facebook.com/${FACEBOOK_VERSION}/dialog/oauth`,
    token: `https://graph.facebook.com/${FACEBOOK_VERSION}/oauth/access_token`,
    person: `https://graph.facebook.com/${FACEBOOK_VERSION}/me`,
    permissions: `https://graph.facebook.com/${FACEBOOK_VERSION}/me/permissions`,
  },
} as const satisfies Record<ConnectionProvider, Record<string, string>>

const ADDRESSES: readonly string[] = Object.values(CONNECTION_ENDPOINTS).flatMap((endpoints) =>
  Object.values(endpoints),
)

/** Addresses that belong to the purpose `identity-provider`, besides those of signing in. */
export function isConnectionAddress(url: URL): boolean {
  return ADDRESSES.includes(url.origin + url.pathname)
}
