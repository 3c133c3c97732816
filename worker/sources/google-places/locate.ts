import { locate as locateListing, placeIdOf } from '../google-public/locate.ts'
import type { PlaceRef } from '../source.ts'

export { whyNotListing } from '../google-public/locate.ts'

/** The id is a Place ID, null for short links. */
export function locate(listingUrl: URL): PlaceRef | null {
  const place = locateListing(listingUrl)
  return place && withPlaceId(place)
}

/** Converts a place of Google's public list to this API's id. */
export function withPlaceId({ id, url }: PlaceRef): PlaceRef {
  return { id: id && placeIdOf(id), url }
}
