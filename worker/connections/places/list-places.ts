import { requirePlatform } from '../../businesses/plan-platforms.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import {
  CONNECTION_PROVIDER_NAMES,
  type ConnectionProvider,
  type ListPlacesInput,
  type PlaceList,
} from '../../rules/connections.ts'
import { facebook } from '../../sources/facebook/facebook.ts'
import { parseSearch, searchRequest } from '../../sources/google-business-profile/locations.ts'
import { refusal } from '../../sources/google-business-profile/refusal.ts'
import { SourceError } from '../../sources/source.ts'
import { type Connection, connectionToken } from '../access-token.ts'
import { askPlatform } from '../ask-platform.ts'
import { requireConnection } from '../require-connection.ts'
import { facebookPlaces } from './facebook.ts'
import { googlePlaces } from './google.ts'
import type { Ask, Places } from './places.ts'

const PLACES: Record<ConnectionProvider, Places> = { google: googlePlaces, facebook: facebookPlaces }
const REFUSALS = { google: refusal, facebook: facebook.refusal }

/**
 * A page of the places that a connection may be used for, as the platform lists them now. When the platform does not list
 * them, the answer has the reason.
 *
 * @throws DomainError `not_found`, `plan_limit`
 */
export async function listPlaces(ctx: MemberContext, input: ListPlacesInput): Promise<PlaceList> {
  const connection = await requireConnection(ctx, input.connectionId)
  requirePlatform(ctx, connection.provider)
  try {
    const page = await PLACES[connection.provider].page(asker(ctx, connection), input.cursor ?? null)
    const { places, nextCursor } = page
    return { items: places.map(({ view }) => view), nextCursor, problem: null }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { items: [], nextCursor: null, problem: { kind: kindOf(error), message: error.message } }
  }
}

/** Looks a place up at the platform; null where the connection's account does not have it. @throws SourceError */
export function findPlace(ctx: BackgroundContext, connection: Connection, placeId: string) {
  return PLACES[connection.provider].find(asker(ctx, connection), placeId)
}

/** Searches Google for a name with the account that an owner has connected. @throws SourceError */
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
