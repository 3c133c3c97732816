import type { ConnectionProvider } from './connections.ts'

/** What the API answers about connections: plain JSON, timestamps as ISO 8601 strings in UTC. */

/** What a place of a connection is used for. */
export interface LinkView {
  businessId: string
  businessName: string
  platform: ConnectionProvider
  placeId: string
  placeName: string
}

/** An account at a platform. */
export interface ConnectionView {
  id: string
  provider: ConnectionProvider
  /** An e-mail address or a name. */
  label: string
  state: 'active' | 'revoked'
  /** Why it does not hold any more. */
  fault: string | null
  since: string
  links: LinkView[]
}

/** A location or a page that an account manages. */
export interface PlaceView {
  id: string
  name: string
  address: string | null
  /** Where the public sees it. */
  url: string | null
  /** Google's public name for the place, by which it is the one of a link. */
  googlePlaceId: string | null
}

/** A page of places; where the platform did not list them, why, in words for the owner. */
export interface PlaceList {
  items: PlaceView[]
  nextCursor: string | null
  problem: { kind: 'reconnect' | 'not_approved' | 'later'; message: string } | null
}

/** Everything the connect screen shows but the places themselves, read in one database batch. */
export interface ConnectView {
  business: { id: string; name: string }
  /** Platforms that can be connected here. */
  offered: ConnectionProvider[]
  /** Platforms that the plan includes. */
  allowed: ConnectionProvider[]
  connections: ConnectionView[]
  /** Google's public name for the place of the business's own link, where that is known. */
  googlePlaceId: string | null
}
