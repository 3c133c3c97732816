import { failure } from '../failure.ts'
import { resolve as followLink } from '../google-public/google-public.ts'
import type { FoundPlace, PlaceRef, ReviewSource, SourceAccess, SourceAnswer } from '../source.ts'
import { locate, withPlaceId } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'

/** Follows one hop of a short link. Sends no key, because a short link only redirects to the place's own address. */
export const resolve = {
  request: (place: PlaceRef): Request => followLink.request(place),

  /** @throws SourceError `wrong_listing` if the link leads anywhere but to a listing on a host of Google */
  parse: (place: PlaceRef, answer: SourceAnswer): PlaceRef => withPlaceId(followLink.parse(place, answer)),
}

/** A place's rating, number of reviews, and five reviews chosen by Google. Its terms forbid storing the reviews. */
export const googlePlaces: ReviewSource = {
  name: 'google-places',
  platform: 'google',
  access: 'api_key',
  keeps: 'numbers',
  lists: 'some',
  texts: 'full',
  locate,
  resolve,
  request,
  refusal,
  parse,
}

const PLACES_URL = 'https://places.googleapis.com/v1/places'

/** Google refuses requests without a field mask. Reviews are in its most expensive group of fields. */
const FIELDS = 'id,displayName,primaryTypeDisplayName,rating,userRatingCount,googleMapsUri,reviews'

/** There is no second page, so no cursor. */
function request(place: FoundPlace, _cursor: string | null, access: SourceAccess): Request {
  if (!access.apiKey)
    throw failure('google', 'not_allowed', { message: "This service has no key for Google's Places API." })
  if (!/^[A-Za-z0-9_-]{10,300}$/.test(place.id)) throw failure('google', 'wrong_listing')
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
