import type { Listing } from './listing.ts'
import { findListing, tripadvisorUrl } from './listings.ts'
import type { SimulatedReview } from './reviews.ts'
import { tripadvisorError, tripadvisorFault } from './tripadvisor-errors.ts'
import { tripadvisorReview } from './tripadvisor-review.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'
import type { World } from './world.ts'

/** The only accepted key, also given to the worker. */
export const TRIPADVISOR_API_KEY = 'stand-in-tripadvisor-key'
/** Referrers that the key's owner allows. */
const ALLOWED_REFERER = /^(https:\/\/reviews\.example\.com|http:\/\/(localhost|127\.0\.0\.1)(:\d+)?)\//
const MAX_REVIEWS = 5

/** TripAdvisor's Content API: a location, and its newest reviews. Null for requests that TripAdvisor doesn't serve. */
export function routeTripadvisor(world: World, request: UpstreamRequest): Route | null {
  const [, id, part] = /^\/api\/v1\/location\/([^/]+)\/(reviews|details)$/.exec(request.path) ?? []
  if (request.host !== 'api.content.tripadvisor.com' || request.method !== 'GET' || id === undefined)
    return null
  const listing = findListing('tripadvisor', id)
  const answerWith = (write: (listing: Listing) => Answer) => () => {
    const refused = callerRefusal(request)
    if (refused) return refused
    return listing && listing.state !== 'gone' ? write(listing) : tripadvisorError('NOT_FOUND')
  }
  return {
    platform: 'tripadvisor',
    listing,
    answer: answerWith((found) =>
      part === 'reviews' ? reviewsAnswer(world, request, found) : detailsAnswer(world, found),
    ),
    failures: {
      api_error: tripadvisorFault,
      ...(part === 'reviews' && { empty_list: answerWith(() => json(200, { data: [] })) }),
    },
  }
}

/** Refuses a request as the gateway does, which checks the referrer before the key; null if both are fine. */
function callerRefusal({ headers, query }: UpstreamRequest): Answer | null {
  if (!ALLOWED_REFERER.test(headers.referer ?? '')) return tripadvisorError('RESTRICTED')
  return query.get('key') === TRIPADVISOR_API_KEY ? null : tripadvisorError('KEY')
}

function reviewsAnswer(world: World, { query }: UpstreamRequest, listing: Listing): Answer {
  const language = query.get('language') ?? 'en'
  const limit = Math.min(Number(query.get('limit') ?? MAX_REVIEWS), MAX_REVIEWS)
  const offset = Number(query.get('offset') ?? 0)
  const shown = newest(world, listing).filter((review) => (review.language ?? 'en') === language)
  const data = shown.slice(offset, offset + limit).map((review) => tripadvisorReview(listing, review))
  return json(200, { data })
}

function newest(world: World, listing: Listing): SimulatedReview[] {
  return [...world.reviews(listing, 'tripadvisor')].sort((a, b) => b.createdAt - a.createdAt)
}

/** Details of a location. All numbers are strings. */
function detailsAnswer(world: World, listing: Listing): Answer {
  const all = newest(world, listing)
  const stars = all.reduce((sum, { rating }) => sum + rating, 0)
  const { address } = listing
  return json(200, {
    location_id: listing.tripadvisor?.locationId,
    name: listing.name,
    web_url: tripadvisorUrl(listing),
    address_obj: { street1: address.street, city: address.city, state: address.region },
    ...(all.length > 0 && { rating: (Math.round((stars / all.length) * 2) / 2).toFixed(1) }),
    num_reviews: String(all.length),
    photo_count: String(all.reduce((sum, { photos }) => sum + photos, 0)),
    write_review: `https://www.tripadvisor.com/UserReview-d${listing.tripadvisor?.locationId}`,
  })
}
