import type { BackgroundContext } from '../../context.ts'
import type { PlaceView } from '../../rules/connections.ts'
import type { TokenGiver } from '../ask-platform.ts'

/** A place that a connection may be used for. */
export interface ConnectedPlace {
  view: PlaceView
  /** The place's own token; null where the connection's token is used. */
  accessToken: string | null
}

/** How a platform lists the places that an account manages. */
export interface Places {
  /**
   * @param cursor null for the first page
   * @throws SourceError
   */
  page(
    ctx: BackgroundContext,
    tokenOf: TokenGiver,
    cursor: string | null,
  ): Promise<{ places: ConnectedPlace[]; nextCursor: string | null }>
  /** Null where the account has no such place. @throws SourceError */
  find(ctx: BackgroundContext, tokenOf: TokenGiver, placeId: string): Promise<ConnectedPlace | null>
}
