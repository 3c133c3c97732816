import { routeAppleIdentity } from './identity-apple.ts'
import type { IdentityDesk } from './identity-desk.ts'
import { routeGithubIdentity } from './identity-github.ts'
import { routeGoogleIdentity } from './identity-google.ts'
import type { Route, UpstreamRequest } from './wire.ts'

/** Routes of the identity providers: pages where people sign in, and endpoints that clients call directly. */
export function routeIdentity(desk: IdentityDesk, request: UpstreamRequest): Route | null {
  return (
    routeGoogleIdentity(desk, request) ??
    routeGithubIdentity(desk, request) ??
    routeAppleIdentity(desk, request)
  )
}
