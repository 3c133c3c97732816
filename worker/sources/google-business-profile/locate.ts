import type { PlaceRef } from '../source.ts'

/**
 * Null for every address. The list is asked with the numbers of an account and of a location in it; the addresses of
 * business.google.com carry the location at most, those of Google Maps neither. Both numbers come with the connection.
 */
export function locate(_listingUrl: URL): PlaceRef | null {
  return null
}
