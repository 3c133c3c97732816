import type { OAuthProvider } from '../rules/oauth.ts'

/** Where the providers are asked. Fixed: no address of theirs comes from an answer. */
export const ENDPOINTS = {
  google: {
    authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    keys: 'https://www.googleapis.com/oauth2/v3/certs',
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
} as const satisfies Record<OAuthProvider, Record<string, string>>

const ADDRESSES: readonly string[] = Object.values(ENDPOINTS).flatMap((endpoints) => Object.values(endpoints))

/** The address rule of the purpose `identity-provider`. */
export function isIdentityProviderAddress(url: URL): boolean {
  return ADDRESSES.includes(url.origin + url.pathname)
}
