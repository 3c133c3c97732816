import { resolve as followLink } from '../google-public/resolve.ts'
import type { PlaceRef, SourceAnswer } from '../source.ts'
import { withPlaceId } from './locate.ts'

/** Follows a short link by one hop, without the key: it only leads on to the place's own address. */
export const resolve = {
  request: (place: PlaceRef): Request => followLink.request(place),

  /** @throws SourceError `wrong_listing` when the link leads anywhere but to a listing on a host of Google */
  parse: (place: PlaceRef, answer: SourceAnswer): PlaceRef => withPlaceId(followLink.parse(place, answer)),
}
