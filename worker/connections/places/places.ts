import type { PlaceView } from '../../rules/connections.ts'

/** A place that a connection may be used for. */
export interface ConnectedPlace {
  view: PlaceView
  /** The place's own token; null where the connection's token is used. */
  accessToken: string | null
}

/** Sends a request with the connection's token, and reads the answer unless it is a refusal. @throws SourceError */
export type Ask = <T>(build: (accessToken: string) => Request, parse: (body: string) => T) => Promise<T>

/** Lists the places an account manages at a platform. */
export interface Places {
  /** @param cursor null for the first page */
  page(ask: Ask, cursor: string | null): Promise<{ places: ConnectedPlace[]; nextCursor: string | null }>
  /** Null where the account has no such place. */
  find(ask: Ask, placeId: string): Promise<ConnectedPlace | null>
}
