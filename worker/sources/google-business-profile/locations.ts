import { failure } from '../failure.ts'
import { requireSomeKey } from '../google-api.ts'
import { MAX_NAMED_PLACES, namedPlace } from '../google-places/search.ts'
import { permalinkOf } from '../google-public/parse.ts'
import { at, listAt, textAt } from '../json.ts'
import type { NamedPlace } from '../source.ts'
import { apiRequest, isAccountName, isLocationName } from './google-business-profile.ts'
import { requireAnswer } from './refusal.ts'

export interface BusinessLocation {
  /** `accounts/{account}/locations/{location}`: `PlaceRef.id` of this source. */
  id: string
  title: string
  /** Street, town, region with postal code; '' for a business without an address. */
  address: string
  /** Place ID of the public listing; null if the location isn't on the map, or not yet. */
  placeId: string | null
  mapsUri: string | null
  category: string
}

const INFORMATION_URL = 'https://mybusinessbusinessinformation.googleapis.com/v1'
/** Google allows no more. */
const LOCATIONS_PAGE_SIZE = 100
/** Google refuses requests without a field mask. */
const FIELDS = 'name,title,metadata,storefrontAddress,categories'

/** `accountId` is `accounts/{account}`. */
export function locationsRequest(
  accountId: string,
  accessToken: string | undefined,
  pageToken: string | null = null,
): Request {
  if (!isAccountName(accountId)) throw failure('google', 'wrong_listing')
  const query = new URLSearchParams({
    readMask: FIELDS,
    pageSize: String(LOCATIONS_PAGE_SIZE),
    ...(pageToken === null ? {} : { pageToken }),
  })
  return apiRequest(`${INFORMATION_URL}/${accountId}/locations?${query}`, accessToken)
}

/** `accountId` is added to the locations' ids: Google omits it, but review requests need it. */
export function parseLocations(
  body: string,
  accountId: string,
): { locations: BusinessLocation[]; nextPageToken: string | null } {
  const answer = requireAnswer(body)
  requireSomeKey(answer, ['locations', 'nextPageToken', 'totalSize'])
  return {
    locations: listAt(answer, 'locations').flatMap((record) => locationOf(record, accountId) ?? []),
    nextPageToken: textAt(answer, 'nextPageToken') || null,
  }
}

function locationOf(record: unknown, accountId: string): BusinessLocation | null {
  const [, number] = /(?:^|\/)locations\/(\d{1,30})$/.exec(textAt(record, 'name')) ?? []
  const id = `${accountId}/locations/${number}`
  if (number === undefined || !isLocationName(id)) return null
  const placeId = textAt(record, 'metadata', 'placeId')
  return {
    id,
    title: textAt(record, 'title').trim() || 'Location without a name',
    address: addressOf(record),
    placeId: /^[A-Za-z0-9_-]{10,300}$/.test(placeId) ? placeId : null,
    mapsUri: permalinkOf(textAt(record, 'metadata', 'mapsUri')),
    category: textAt(record, 'categories', 'primaryCategory', 'displayName'),
  }
}

function addressOf(record: unknown): string {
  const part = (...path: (string | number)[]) => textAt(record, 'storefrontAddress', ...path).trim()
  const lines = listAt(record, 'storefrontAddress', 'addressLines').map((_, line) =>
    part('addressLines', line),
  )
  const region = [part('administrativeArea'), part('postalCode')].filter(Boolean).join(' ')
  return [...lines, part('locality'), region].filter(Boolean).join(', ')
}

/** Searches all places on Google, not only the account's. @throws SourceError `reconnect` without a token */
export function searchRequest(text: string, accessToken: string | undefined): Request {
  const body = { query: text, pageSize: MAX_NAMED_PLACES }
  return apiRequest(`${INFORMATION_URL}/googleLocations:search`, accessToken, { method: 'POST', body })
}

/** @throws SourceError for an error response, or a truncated or changed format */
export function parseSearch(body: string): NamedPlace[] {
  const answer = requireAnswer(body)
  requireSomeKey(answer, ['googleLocations'])
  return listAt(answer, 'googleLocations').flatMap((record) => {
    const location = at(record, 'location')
    return namedPlace({
      name: textAt(location, 'title'),
      address: addressOf(location),
      placeId: textAt(location, 'metadata', 'placeId'),
    })
  })
}

/** An account with locations: a person's own, or a group. */
interface BusinessAccount {
  /** `accounts/{account}`, used to request its locations. */
  id: string
  name: string
}

const ACCOUNTS_URL = 'https://mybusinessaccountmanagement.googleapis.com/v1/accounts'
/** Google allows no more. */
const ACCOUNTS_PAGE_SIZE = 20

/** @throws SourceError `reconnect` without a token */
export function accountsRequest(accessToken: string | undefined, pageToken: string | null = null): Request {
  const query = new URLSearchParams({
    pageSize: String(ACCOUNTS_PAGE_SIZE),
    ...(pageToken === null ? {} : { pageToken }),
  })
  return apiRequest(`${ACCOUNTS_URL}?${query}`, accessToken)
}

/** @throws SourceError for an error response, or a truncated or changed format */
export function parseAccounts(body: string): { accounts: BusinessAccount[]; nextPageToken: string | null } {
  const answer = requireAnswer(body)
  requireSomeKey(answer, ['accounts', 'nextPageToken'])
  return {
    accounts: listAt(answer, 'accounts').flatMap((record) => accountOf(record) ?? []),
    nextPageToken: textAt(answer, 'nextPageToken') || null,
  }
}

function accountOf(record: unknown): BusinessAccount | null {
  const id = textAt(record, 'name')
  return isAccountName(id)
    ? { id, name: textAt(record, 'accountName').trim() || 'Account without a name' }
    : null
}
