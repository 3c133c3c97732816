import * as v from 'valibot'
import { requirePlatform } from '../businesses/choose-source.ts'
import { listedPlaces, type PlaceAt } from '../businesses/same-place.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import {
  CONNECTION_PROVIDER_NAMES,
  type ConnectionProvider,
  type ListPlacesInput,
  type PlaceList,
  type PlaceView,
} from '../rules/connections.ts'
import { facebook } from '../sources/facebook/facebook.ts'
import { pagesRequest, parsePages } from '../sources/facebook/pages.ts'
import {
  accountsRequest,
  type BusinessLocation,
  locationsRequest,
  parseAccounts,
  parseLocations,
  parseSearch,
  searchRequest,
} from '../sources/google-business-profile/locations.ts'
import { refusal } from '../sources/google-business-profile/refusal.ts'
import { SourceError, type SourceName } from '../sources/source.ts'
import { askPlatform, type Connection, connectionToken } from './access-token.ts'
import { requireConnection } from './list.ts'

export type Place = Omit<PlaceView, 'isListed' | 'listedAs'>

interface ConnectedPlace {
  view: Place
  /** The place's own token; null if the connection's token is used. */
  accessToken: string | null
  /** '' if the platform states none. */
  category: string
}

/** Sends a request with the connection's token, and parses the response unless it is a refusal. @throws SourceError */
type Ask = <T>(build: (accessToken: string) => Request, parse: (body: string) => T) => Promise<T>

interface Places {
  /** @param cursor null for the first page */
  page(ask: Ask, cursor: string | null): Promise<{ places: ConnectedPlace[]; nextCursor: string | null }>
  /** Null if the account doesn't have the place. */
  find(ask: Ask, placeId: string): Promise<ConnectedPlace | null>
}

export const CONNECTION_SOURCE_NAMES = {
  google: 'google-business-profile',
  facebook: 'facebook',
} as const satisfies Record<ConnectionProvider, SourceName>

/** Fallback URL for places without a public page: the platform's page for owners. */
const HOME = {
  google: 'https://business.google.com/locations',
  facebook: 'https://www.facebook.com/pages/',
} as const

export function placeAt(provider: ConnectionProvider, { id, url }: Place): PlaceAt {
  const source = CONNECTION_SOURCE_NAMES[provider]
  return { platform: provider, source, place: { id, url: url ?? HOME[provider] } }
}

/** Maximum requests per list, each for up to 100 locations. */
const MAX_GOOGLE_LISTS = 50

/**
 * Progress through the list of all locations. `accounts`: accounts whose locations haven't all been listed.
 * `locations`: token of the next page of the first account's locations. `moreAccounts`: token of the next page of
 * accounts.
 */
const Cursor = v.object({
  accounts: v.array(v.pipe(v.string(), v.regex(/^accounts\/\d{1,30}$/))),
  locations: v.nullable(v.string()),
  moreAccounts: v.nullable(v.string()),
})
type Cursor = v.InferOutput<typeof Cursor>

/** The locations of a Google account in Business Profile: its own, and those of its groups. */
const googlePlaces: Places = {
  async page(ask, cursor) {
    let next: Cursor | null = cursor === null ? await firstAccounts(ask, null) : cursorIn(cursor)
    // Skips accounts without locations.
    for (let count = 0; next !== null && count < MAX_GOOGLE_LISTS; count += 1) {
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
    for (let count = 0; count < MAX_GOOGLE_LISTS; count += 1) {
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

/** Cursor of the next page; null after the last location of the last account. */
function after(cursor: Cursor, nextPageToken: string | null): Cursor | null {
  if (nextPageToken !== null) return { ...cursor, locations: nextPageToken }
  const next = { ...cursor, accounts: cursor.accounts.slice(1), locations: null }
  return next.accounts.length === 0 && next.moreAccounts === null ? null : next
}

function textOf(cursor: Cursor | null): string | null {
  return cursor && JSON.stringify(cursor)
}

function placeOf({ id, title, address, placeId, mapsUri, category }: BusinessLocation): ConnectedPlace {
  return {
    view: { id, name: title, address: address || null, url: mapsUri, googlePlaceId: placeId },
    accessToken: null,
    category,
  }
}

/** @throws DomainError `invalid_input` for a cursor that no list returned */
function cursorIn(text: string): Cursor {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Cursor), text)
  if (!parsed.success) {
    throw new DomainError('invalid_input', 'This page no longer exists. Start again from the first one.')
  }
  return parsed.output
}

/** Maximum requests per list, more than any account needs. */
const MAX_FACEBOOK_LISTS = 20

const facebookPlaces: Places = {
  page,
  async find(ask, placeId) {
    let cursor: string | null = null
    for (let count = 0; count < MAX_FACEBOOK_LISTS; count += 1) {
      const { places, nextCursor } = await page(ask, cursor)
      const found = places.find(({ view }) => view.id === placeId)
      if (found) return found
      if (nextCursor === null) return null
      cursor = nextCursor
    }
    return null
  },
}

async function page(ask: Ask, cursor: string | null) {
  const { pages, nextCursor } = await ask((token) => pagesRequest(token, cursor), parsePages)
  const places = pages.map(({ id, name, url, accessToken, category }) => ({
    view: { id, name, address: null, url, googlePlaceId: null },
    accessToken,
    category,
  }))
  return { places, nextCursor }
}

const PLACES: Record<ConnectionProvider, Places> = { google: googlePlaces, facebook: facebookPlaces }
const REFUSALS = { google: refusal, facebook: facebook.refusal }

/**
 * A page of the places of a connection's account, requested from the platform. `problem` is the reason if the platform
 * doesn't list them.
 *
 * @throws DomainError `not_found`, `plan_limit`
 */
export async function listPlaces(ctx: MemberContext, input: ListPlacesInput): Promise<PlaceList> {
  const connection = await requireConnection(ctx, input.connectionId)
  requirePlatform(ctx, connection.provider)
  try {
    const page = await PLACES[connection.provider].page(asker(ctx, connection), input.cursor ?? null)
    const { places, nextCursor } = page
    const listed = await listedPlaces(
      ctx,
      places.map(({ view }) => placeAt(connection.provider, view)),
    )
    const items = places.map(({ view }, index) => {
      const place = listed[index] ?? null
      return { ...view, isListed: place !== null, listedAs: place?.business ?? null }
    })
    return { items, nextCursor, problem: null }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { items: [], nextCursor: null, problem: { kind: kindOf(error), message: error.message } }
  }
}

/** Null if the connection's account doesn't have the place. @throws SourceError */
export function findPlace(ctx: BackgroundContext, connection: Connection, placeId: string) {
  return PLACES[connection.provider].find(asker(ctx, connection), placeId)
}

/** Searches Google for a name through an owner's connection. @throws SourceError */
export function searchConnected(ctx: BackgroundContext, connection: Connection, name: string) {
  return asker(ctx, connection)((token) => searchRequest(name, token), parseSearch)
}

function asker(ctx: BackgroundContext, connection: Connection): Ask {
  const { provider } = connection
  const tokenOf = (refused?: string) => connectionToken(ctx, connection, refused)
  return (build, parse) =>
    askPlatform(ctx, CONNECTION_PROVIDER_NAMES[provider], tokenOf, build, (answer) => {
      const refused = REFUSALS[provider](answer)
      if (refused) throw refused
      return parse(answer.body)
    })
}

function kindOf({ kind }: SourceError): 'reconnect' | 'not_approved' | 'later' {
  if (kind === 'reconnect') return 'reconnect'
  return kind === 'not_allowed' || kind === 'not_offered' ? 'not_approved' : 'later'
}
