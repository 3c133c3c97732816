import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { failure } from '../failure.ts'
import type { PlaceRef, SourceAccess } from '../source.ts'

const PLACES_URL = 'https://places.googleapis.com/v1/places'

/** Without a mask Google refuses. Reviews belong to its most expensive group of fields. */
const FIELDS = 'id,displayName,rating,userRatingCount,googleMapsUri,reviews'

/**
 * Asks for a place with its five reviews. There is no second page, so there is no cursor.
 *
 * @throws SourceError `not_allowed` without a key, `wrong_listing` for what is no Place ID
 */
export function request(
  place: PlaceRef & { id: string },
  _cursor: string | null,
  access: SourceAccess,
): Request {
  const name = PLATFORM_NAMES.google
  if (!access.apiKey)
    throw failure(name, 'not_allowed', { message: "This service has no key for Google's Places API." })
  if (!/^[A-Za-z0-9_-]{10,300}$/.test(place.id)) throw failure(name, 'wrong_listing')
  return new Request(`${PLACES_URL}/${place.id}?languageCode=en`, {
    headers: {
      'x-goog-api-key': access.apiKey,
      'x-goog-fieldmask': FIELDS,
      accept: 'application/json',
      'accept-language': 'en',
    },
    redirect: 'manual',
  })
}
