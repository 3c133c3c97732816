import type { PlaceRef } from '../source.ts'

/** Null for every address: the numbers of an account and of a location in it come only with the connection. */
export function locate(_listingUrl: URL): PlaceRef | null {
  return null
}
