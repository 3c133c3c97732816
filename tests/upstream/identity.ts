import { routeAppleIdentity } from './identity-apple.ts'
import type { IdentityDesk } from './identity-desk.ts'
import { routeGithubIdentity } from './identity-github.ts'
import { routeGoogleIdentity } from './identity-google.ts'
import type { Route, UpstreamRequest } from './wire.ts'

/** The addresses people sign in at, and those that a client asks behind their back. */
export function routeIdentity(desk: IdentityDesk, request: UpstreamRequest): Route | null {
  return (
    routeGoogleIdentity(desk, request) ??
    routeGithubIdentity(desk, request) ??
    routeAppleIdentity(desk, request)
  )
}
