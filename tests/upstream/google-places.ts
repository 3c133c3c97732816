import { apiAnswer, apiError, faultyApi } from './google-api-errors.ts'
import { placesReview } from './google-places-review.ts'
import { cidOf, placeIdOf } from './ids.ts'
import type { Listing } from './listing.ts'
import { findListing, listingsCalled } from './listings.ts'
import type { Answer, Route, UpstreamRequest } from './wire.ts'
import type { World } from './world.ts'

/** The only accepted key, also given to the worker. */
export const PLACES_API_KEY = 'stand-in-places-key'
/** Maximum reviews per place; the API has no further pages. */
const MAX_REVIEWS = 5
const FIELDS = [
  'id',
  'displayName',
  'primaryTypeDisplayName',
  'rating',
  'userRatingCount',
  'googleMapsUri',
  'reviews',
  'formattedAddress',
]

/** Google's Places API (New): details of a place, and text search. Null for requests it doesn't serve. */
export function routeGooglePlaces(world: World, request: UpstreamRequest): Route | null {
  if (request.host === 'places.googleapis.com' && request.path === '/v1/places:searchText')
    return searchRoute(request)
  const [, placeId] = /^\/v1\/places\/([^/:]+)$/.exec(request.path) ?? []
  if (request.host !== 'places.googleapis.com' || request.method !== 'GET' || placeId === undefined)
    return null
  const named = findListing('google', placeId)
  const listing = named?.google && placeIdOf(named.google.featureId) === placeId ? named : null
  return {
    platform: 'google',
    listing,
    answer: () => keyRefusal(request) ?? detailsAnswer(world, request, placeId, listing),
    failures: {
      api_error: (variant) => faultyApi(variant, request.host),
      empty_list: () => keyRefusal(request) ?? apiAnswer(200, { id: placeId }),
    },
  }
}

/** Text search: places whose name, town and region contain every word of the text. */
function searchRoute(request: UpstreamRequest): Route | null {
  if (request.method !== 'POST') return null
  return {
    platform: 'google',
    listing: null,
    answer: () => keyRefusal(request) ?? searchAnswer(request),
    failures: { api_error: (variant) => faultyApi(variant, request.host) },
  }
}

function searchAnswer({ headers, host, body }: UpstreamRequest): Answer {
  const mask = String(headers['x-goog-fieldmask'] ?? '')
  if (mask === '')
    return apiError('INVALID_ARGUMENT', host, { message: 'FieldMask is a required parameter.' })
  const { textQuery, pageSize } = JSON.parse(body) as { textQuery?: string; pageSize?: number }
  if (!textQuery) return apiError('INVALID_ARGUMENT', host, { message: 'Empty text_query.' })
  const places = listingsCalled(textQuery)
    .slice(0, pageSize)
    .map((listing) => ({
      id: placeIdOf(listing.google?.featureId ?? ''),
      displayName: { text: listing.name, languageCode: 'en' },
      formattedAddress: addressOf(listing),
    }))
  return apiAnswer(200, places.length === 0 ? {} : { places })
}

function addressOf({ address: { street, city, region, postalCode } }: Listing): string {
  return `${street}, ${city}, ${region} ${postalCode}, USA`
}

function keyRefusal({ headers, host }: UpstreamRequest): Answer | null {
  const key = headers['x-goog-api-key']
  if (key === undefined) {
    return apiError('PERMISSION_DENIED', host, {
      message: "Method doesn't allow unregistered callers (callers without established identity).",
    })
  }
  if (key === PLACES_API_KEY) return null
  const message = 'API key not valid. Please pass a valid API key.'
  return apiError('INVALID_ARGUMENT', host, { message, reason: 'API_KEY_INVALID' })
}

function detailsAnswer(
  world: World,
  request: UpstreamRequest,
  placeId: string,
  listing: Listing | null,
): Answer {
  const { host, headers, query } = request
  const mask = String(headers['x-goog-fieldmask'] ?? query.get('fields') ?? '')
    .split(',')
    .filter(Boolean)
  if (mask.length === 0) {
    return apiError('INVALID_ARGUMENT', host, { message: 'FieldMask is a required parameter.' })
  }
  const asked = new Set(mask.map((path) => path.split('.')[0] ?? ''))
  if ([...asked].some((field) => field !== '*' && !FIELDS.includes(field))) {
    const message =
      'Request contains an invalid argument. Cannot find matching fields for the given field mask.'
    return apiError('INVALID_ARGUMENT', host, { message })
  }
  if (!/^[A-Za-z0-9_-]{20,}$/.test(placeId)) {
    return apiError('INVALID_ARGUMENT', host, { message: `Not a valid Place ID: ${placeId}` })
  }
  if (!listing || listing.state === 'gone') {
    return apiError('NOT_FOUND', host, { message: 'The Place ID is no longer valid.' })
  }
  const details = Object.entries(detailsOf(world, listing, placeId, query.get('languageCode') ?? 'en'))
  return apiAnswer(200, Object.fromEntries(details.filter(([field]) => asked.has('*') || asked.has(field))))
}

/**
 * Details of a place. Fields without a value are left out: a place without reviews has neither a rating nor the list.
 */
function detailsOf(
  world: World,
  listing: Listing,
  placeId: string,
  language: string,
): Record<string, unknown> {
  const all = world.reviews(listing, 'google')
  const relevant = [...all].sort((a, b) => b.helpful - a.helpful).slice(0, MAX_REVIEWS)
  const sum = all.reduce((stars, { rating }) => stars + rating, 0)
  return {
    id: placeId,
    formattedAddress: addressOf(listing),
    displayName: { text: listing.name, languageCode: 'en' },
    primaryTypeDisplayName: { text: listing.category, languageCode: 'en' },
    googleMapsUri: `https://maps.google.com/?cid=${cidOf(listing.google?.featureId ?? '')}`,
    ...(all.length > 0 && {
      rating: Math.round((sum / all.length) * 10) / 10,
      userRatingCount: all.length,
      reviews: relevant.map((review) => placesReview(listing, placeId, review, language, world.now())),
    }),
  }
}
