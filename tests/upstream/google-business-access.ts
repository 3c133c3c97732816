import { apiError } from './google-api-errors.ts'
import {
  type BusinessAccount,
  type BusinessDirectory,
  type BusinessLocation,
  listingOfLocation,
} from './google-business-directory.ts'
import { BUSINESS_SCOPE, type GrantBook } from './identity-grants.ts'
import type { Answer, UpstreamRequest } from './wire.ts'

/** The accounts of the person whose token a request carries, or the refusal of the token. */
export type Access = { accounts: readonly BusinessAccount[] } | { refused: Answer }

/** Checks the bearer token against those issued by the sign-in. */
export function accessOf(grants: GrantBook, directory: BusinessDirectory, request: UpstreamRequest): Access {
  const [, token] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  const grant = token === undefined ? null : grants.grantOfToken(token)
  if (grant?.provider !== 'google') return { refused: apiError('UNAUTHENTICATED', request.host) }
  if (!grant.scopes.includes(BUSINESS_SCOPE)) return { refused: apiError('SCOPE_MISSING', request.host) }
  return { accounts: directory.accountsOf(grant.account.email) }
}

/** Finds one of the person's accounts. Any other id gets PERMISSION_DENIED, whether such an account exists or not. */
export function accountOf(
  access: Access,
  id: string,
  service: string,
): { account: BusinessAccount } | { refused: Answer } {
  if ('refused' in access) return access
  const account = access.accounts.find((own) => own.id === id)
  return account ? { account } : { refused: apiError('PERMISSION_DENIED', service) }
}

/** A location of the account that has reviews: known, managed, verified and still on the map. */
export function locationOf(
  access: Access,
  accountId: string,
  locationId: string,
  service: string,
): { account: BusinessAccount; location: BusinessLocation } | { refused: Answer } {
  const found = accountOf(access, accountId, service)
  if ('refused' in found) return found
  const listing = listingOfLocation(locationId)
  if (!listing || listing.state === 'gone') return { refused: apiError('NOT_FOUND', service) }
  const location = found.account.locations.find(({ id }) => id === locationId)
  return location ? { account: found.account, location } : { refused: apiError('PERMISSION_DENIED', service) }
}
