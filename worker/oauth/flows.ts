import type { ConnectionProvider } from '../rules/connections.ts'
import type { OAuthProvider } from '../rules/oauth.ts'
import type { ConnectionFlow, ProviderFlow, ProviderPerson } from './provider.ts'
import { appleSignIn } from './providers/apple.ts'
import { facebookConnection } from './providers/facebook.ts'
import { githubSignIn } from './providers/github.ts'
import { googleConnection, googleSignIn } from './providers/google.ts'

export const SIGN_IN_FLOWS: Record<OAuthProvider, ProviderFlow<ProviderPerson>> = {
  google: googleSignIn,
  github: githubSignIn,
  apple: appleSignIn,
}

export const CONNECTION_FLOWS: Record<ConnectionProvider, ConnectionFlow> = {
  google: googleConnection,
  facebook: facebookConnection,
}
