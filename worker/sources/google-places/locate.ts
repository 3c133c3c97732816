import { placeIdOf } from '../google-public/feature-id.ts'
import { locate as locateListing } from '../google-public/locate.ts'
import type { PlaceRef } from '../source.ts'

export { whyNotListing } from '../google-public/locate.ts'

/**
 * The listing a Google address names, without a request; null when it names none. The id is the Place ID, which is the
 * feature id in another form. It is null for short links, which `resolve` follows.
 */
export function locate(listingUrl: URL): PlaceRef | null {
  const place = locateListing(listingUrl)
  return place && withPlaceId(place)
}

/** A place of Google's public list with the id that this API goes by. */
export function withPlaceId({ id, url }: PlaceRef): PlaceRef {
  return { id: id && placeIdOf(id), url }
}
