import * as v from 'valibot'
import { DomainError } from '../../errors.ts'
import {
  accountsRequest,
  type BusinessLocation,
  locationsRequest,
  parseAccounts,
  parseLocations,
} from '../../sources/google-business-profile/locations.ts'
import type { Ask, ConnectedPlace, Places } from './places.ts'

/** Requests for one answer of ours, each for up to 100 locations. */
const MAX_PAGES = 50

/**
 * Progress through the list of all locations: the accounts whose locations are still to come, the first of them from
 * `locations` on, and the page of further accounts.
 */
const Cursor = v.object({
  accounts: v.array(v.pipe(v.string(), v.regex(/^accounts\/\d{1,30}$/))),
  locations: v.nullable(v.string()),
  moreAccounts: v.nullable(v.string()),
})
type Cursor = v.InferOutput<typeof Cursor>

/** The locations of a Google account in Business Profile: its own, and those of the groups it belongs to. */
export const googlePlaces: Places = {
  async page(ask, cursor) {
    let next: Cursor | null = cursor === null ? await firstAccounts(ask, null) : cursorIn(cursor)
    // Accounts without a location are passed over.
    for (let count = 0; next !== null && count < MAX_PAGES; count += 1) {
      const [account] = next.accounts
      if (account === undefined) {
        next = next.moreAccounts === null ? null : await firstAccounts(ask, next.moreAccounts)
        continue
      }
      const { locations, nextPageToken } = await locationPage(ask, account, next.locations)
      next = after(next, nextPageToken)
      if (locations.length > 0) return { places: locations.map(placeOf), nextCursor: textOf(next) }
    }
    return { places: [], nextCursor: textOf(next) }
  },
  async find(ask, placeId) {
    const [, account = ''] = /^(accounts\/\d+)\/locations\/\d+$/.exec(placeId) ?? []
    if (account === '') return null
    let pageToken: string | null = null
    for (let count = 0; count < MAX_PAGES; count += 1) {
      const { locations, nextPageToken } = await locationPage(ask, account, pageToken)
      const found = locations.find(({ id }) => id === placeId)
      if (found) return placeOf(found)
      if (nextPageToken === null) return null
      pageToken = nextPageToken
    }
    return null
  },
}

async function firstAccounts(ask: Ask, pageToken: string | null): Promise<Cursor> {
  const { accounts, nextPageToken } = await ask((token) => accountsRequest(token, pageToken), parseAccounts)
  return { accounts: accounts.map(({ id }) => id), locations: null, moreAccounts: nextPageToken }
}

function locationPage(ask: Ask, account: string, pageToken: string | null) {
  return ask(
    (token) => locationsRequest(account, token, pageToken),
    (body) => parseLocations(body, account),
  )
}

/** Null behind the last location of the last account. */
function after(cursor: Cursor, nextPageToken: string | null): Cursor | null {
  if (nextPageToken !== null) return { ...cursor, locations: nextPageToken }
  const next = { ...cursor, accounts: cursor.accounts.slice(1), locations: null }
  return next.accounts.length === 0 && next.moreAccounts === null ? null : next
}

function textOf(cursor: Cursor | null): string | null {
  return cursor && JSON.stringify(cursor)
}

function placeOf({ id, title, address, placeId, mapsUri }: BusinessLocation): ConnectedPlace {
  return {
    view: { id, name: title, address: address || null, url: mapsUri, googlePlaceId: placeId },
    accessToken: null,
  }
}

/** @throws DomainError `invalid_input` for a text that no list ever gave out */
function cursorIn(text: string): Cursor {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Cursor), text)
  if (!parsed.success) {
    throw new DomainError('invalid_input', 'This page no longer exists. Start again from the first one.')
  }
  return parsed.output
}
