import { yelpId } from './ids.ts'
import type { Listing } from './listing.ts'
import { findListing, yelpUrl } from './listings.ts'
import { localDateTime } from './local-time.ts'
import type { SimulatedReview } from './reviews.ts'
import { reviewUrl, shownAt } from './truth.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'
import type { World } from './world.ts'
import { faultyYelpApi, limitHeaders, yelpApiError } from './yelp-api-errors.ts'

/** The only accepted key, also given to the worker. */
export const YELP_API_KEY = 'stand-in-yelp-key'
/** Maximum excerpts of a business's reviews on the key's plan. */
const PLAN_EXCERPTS = 3
const MAX_LIMIT = 50
const DEFAULT_LIMIT = 20
const EXCERPT_CHARS = 160
const DAILY_REMAINING = 299

const ORDERS: Readonly<Record<string, (a: SimulatedReview, b: SimulatedReview) => number>> = {
  yelp_sort: (a, b) => b.helpful - a.helpful,
  newest: (a, b) => b.editedAt - a.editedAt,
}

/** Yelp's Places API (Fusion): a business and excerpts of its reviews. Null for requests that Yelp doesn't serve. */
export function routeYelpApi(world: World, request: UpstreamRequest): Route | null {
  const [, name, reviews] = /^\/v3\/businesses\/([^/]+)(\/reviews)?$/.exec(request.path) ?? []
  if (request.host !== 'api.yelp.com' || request.method !== 'GET' || name === undefined) return null
  const asked = decodeURIComponent(name)
  const listing = findListing('yelp', asked)
  const refusal = () => keyRefusal(request) ?? listingRefusal(world, asked, listing)
  const answer = () =>
    refusal() ?? (reviews ? excerptsAnswer(world, request, listing) : businessAnswer(world, listing))
  return {
    platform: 'yelp',
    listing,
    answer,
    failures: {
      // On a plan without reviews, requests about the business itself are answered as usual.
      api_error: (variant) => (variant === 'NOT_FOUND' && !reviews ? answer() : faultyYelpApi(variant)),
      ...(reviews && { empty_list: () => refusal() ?? emptyAnswer(world, listing) }),
    },
  }
}

function keyRefusal({ headers }: UpstreamRequest): Answer | null {
  if (headers.authorization === undefined) return yelpApiError('TOKEN_MISSING')
  return headers.authorization === `Bearer ${YELP_API_KEY}` ? null : yelpApiError('TOKEN_INVALID')
}

function listingRefusal(world: World, asked: string, listing: Listing | null): Answer | null {
  if (!listing?.yelp || listing.state === 'gone') return yelpApiError('BUSINESS_NOT_FOUND')
  if (asked === listing.yelp.formerAlias) {
    return yelpApiError('BUSINESS_MIGRATED', { new_business_id: listing.yelp.encid })
  }
  return world.reviews(listing, 'yelp').length === 0 ? yelpApiError('BUSINESS_UNAVAILABLE') : null
}

/** The listing's English reviews, the only ones that the API returns. */
function recommended(world: World, listing: Listing): SimulatedReview[] {
  return world.reviews(listing, 'yelp').filter(({ language }) => (language ?? 'en') === 'en')
}

function excerptsAnswer(world: World, { query }: UpstreamRequest, listing: Listing | null): Answer {
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT)
  if (!Number.isInteger(limit) || limit < 0 || limit > MAX_LIMIT) return yelpApiError('VALIDATION_ERROR')
  const order = ORDERS[query.get('sort_by') ?? 'yelp_sort']
  if (!order) return yelpApiError('VALIDATION_ERROR', { field: 'sort_by', instance: query.get('sort_by') })
  const all = listing ? recommended(world, listing) : []
  const shown = [...all].sort(order).slice(0, Math.min(limit, PLAN_EXCERPTS))
  return found({
    reviews: listing ? shown.map((review) => excerptOf(listing, review)) : [],
    total: all.length,
    possible_languages: ['en'],
  })
}

function emptyAnswer(world: World, listing: Listing | null): Answer {
  const total = listing ? recommended(world, listing).length : 0
  return found({ reviews: [], total, possible_languages: ['en'] })
}

function found(value: unknown): Answer {
  return json(200, value, limitHeaders(DAILY_REMAINING))
}

function excerptOf(listing: Listing, review: SimulatedReview) {
  const { reviewer } = review
  return {
    id: review.id,
    url: withTracking(reviewUrl(listing, 'yelp', review) ?? ''),
    text: excerptFrom(review.text),
    rating: review.rating,
    time_created: localDateTime(shownAt('yelp', review), listing.timeZone).slice(0, 19).replace('T', ' '),
    user: reviewer && {
      id: reviewer.id,
      profile_url: `https://www.yelp.com/user_details?userid=${reviewer.id}`,
      image_url:
        reviewer.photos === 0
          ? null
          : `https://s3-media0.fl.yelpcdn.com/photo/${yelpId(`avatar:${reviewer.id}`)}/o.jpg`,
      name: reviewer.name,
    },
  }
}

/** Adds tracking parameters, as every URL from Yelp's API has. */
function withTracking(address: string): string {
  const url = new URL(address)
  url.searchParams.append('adjust_creative', 'SIMULATED')
  url.searchParams.append('utm_campaign', 'yelp_api_v3')
  url.searchParams.append('utm_medium', 'api_v3_business_reviews')
  url.searchParams.append('utm_source', 'SIMULATED')
  return url.href
}

/** The beginning of a text, cut after a whole word, with three dots if it was cut. */
function excerptFrom(text: string): string {
  if (text.length <= EXCERPT_CHARS) return text
  return `${text.slice(0, EXCERPT_CHARS - 3).replace(/\s+\S*$/, '')}...`
}

function businessAnswer(world: World, listing: Listing | null): Answer {
  if (!listing?.yelp) return yelpApiError('BUSINESS_NOT_FOUND')
  const all = world.reviews(listing, 'yelp')
  const stars = all.reduce((sum, { rating }) => sum + rating, 0)
  const { address, position } = listing
  return found({
    id: listing.yelp.encid,
    alias: listing.yelp.alias,
    name: listing.name,
    is_closed: false,
    url: withTracking(yelpUrl(listing)),
    phone: '',
    review_count: all.length,
    categories: [{ alias: listing.category.toLowerCase(), title: listing.category }],
    rating: Math.round((stars / all.length) * 2) / 2,
    location: { address1: address.street, city: address.city, state: address.region, country: 'US' },
    coordinates: position,
  })
}
