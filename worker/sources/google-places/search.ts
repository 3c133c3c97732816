import { requireApiAnswer, requireSomeKey } from '../google-api.ts'
import { featureIdOfPlaceId } from '../google-public/locate.ts'
import { listAt, textAt } from '../json.ts'
import type { NamedPlace } from '../source.ts'
import { errorRefusal } from './refusal.ts'

const SEARCH_URL = 'https://places.googleapis.com/v1/places:searchText'
const FIELDS = 'places.id,places.displayName,places.formattedAddress'
export const MAX_NAMED_PLACES = 5

/** Best match first. `text`: a name, preferably with its town. */
export function searchRequest(text: string, apiKey: string): Request {
  return new Request(SEARCH_URL, {
    method: 'POST',
    headers: {
      'x-goog-api-key': apiKey,
      'x-goog-fieldmask': FIELDS,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ textQuery: text, languageCode: 'en', pageSize: MAX_NAMED_PLACES }),
    redirect: 'manual',
  })
}

/** `{}` means no results. @throws SourceError */
export function parseSearch(body: string): NamedPlace[] {
  const answer = requireApiAnswer(body, errorRefusal)
  requireSomeKey(answer, ['places', 'nextPageToken'])
  return listAt(answer, 'places').flatMap((record) =>
    namedPlace({
      name: textAt(record, 'displayName', 'text'),
      address: textAt(record, 'formattedAddress'),
      placeId: textAt(record, 'id'),
    }),
  )
}

/** A list with the place. Empty for places that can't have reviews: addresses, areas and places without a name. */
export function namedPlace({ name, address, placeId }: NamedPlace): NamedPlace[] {
  if (name.trim() === '' || featureIdOfPlaceId(placeId) === null) return []
  return [{ name: name.trim(), address: address.trim(), placeId }]
}
