import { placeIdOf } from '../google-public/feature-id.ts'
import { locate as locateListing } from '../google-public/locate.ts'
import type { PlaceRef } from '../source.ts'

export { whyNotListing } from '../google-public/locate.ts'

/** The listing a Google address names; null when it names none. The id, a Place ID, is null for short links. */
export function locate(listingUrl: URL): PlaceRef | null {
  const place = locateListing(listingUrl)
  return place && withPlaceId(place)
}

/** A place of Google's public list with the id that this API goes by. */
export function withPlaceId({ id, url }: PlaceRef): PlaceRef {
  return { id: id && placeIdOf(id), url }
}
