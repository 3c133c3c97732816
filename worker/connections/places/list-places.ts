import { requirePlatform } from '../../businesses/plan-platforms.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import type { ConnectionProvider, ListPlacesInput, PlaceList } from '../../rules/connections.ts'
import { SourceError } from '../../sources/source.ts'
import { type Connection, connectionToken } from '../access-token.ts'
import type { TokenGiver } from '../ask-platform.ts'
import { requireConnection } from '../require-connection.ts'
import { facebookPlaces } from './facebook.ts'
import { googlePlaces } from './google.ts'
import type { ConnectedPlace, Places } from './places.ts'

const PLACES: Record<ConnectionProvider, Places> = { google: googlePlaces, facebook: facebookPlaces }

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
    const { places, nextCursor } = await PLACES[connection.provider].page(
      ctx,
      tokenGiver(ctx, connection),
      input.cursor ?? null,
    )
    return { items: places.map(({ view }) => view), nextCursor, problem: null }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { items: [], nextCursor: null, problem: { kind: kindOf(error), message: error.message } }
  }
}

/**
 * Looks a place up at the platform; null when the connection's account does not have it.
 *
 * @throws SourceError
 */
export function findPlace(
  ctx: BackgroundContext,
  connection: Connection,
  placeId: string,
): Promise<ConnectedPlace | null> {
  return PLACES[connection.provider].find(ctx, tokenGiver(ctx, connection), placeId)
}

function tokenGiver(ctx: BackgroundContext, connection: Connection): TokenGiver {
  return (refused) => connectionToken(ctx, connection, refused)
}

function kindOf({ kind }: SourceError): 'reconnect' | 'not_approved' | 'later' {
  if (kind === 'reconnect') return 'reconnect'
  return kind === 'not_allowed' || kind === 'not_offered' ? 'not_approved' : 'later'
}
