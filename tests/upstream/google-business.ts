import { apiAnswer, apiError, faultyApi } from './google-api-errors.ts'
import { accessOf, accountOf, locationOf } from './google-business-access.ts'
import {
  type BusinessAccount,
  type BusinessDirectory,
  type BusinessLocation,
  createBusinessDirectory,
  listingOfLocation,
  locationName,
} from './google-business-directory.ts'
import { reviewPage, reviewQueryOf } from './google-business-list.ts'
import { accountsAnswer, locationsAnswer, searchAnswer } from './google-business-locations.ts'
import { createReplyDesk, MAX_REPLY_BYTES, type ReplyDesk } from './google-business-replies.ts'
import { businessReview, businessReviewId, replyRecord } from './google-business-review.ts'
import type { GrantBook } from './identity-grants.ts'
import type { SimulatedReview } from './reviews.ts'
import type { Answer, Route, UpstreamRequest } from './wire.ts'
import type { World } from './world.ts'

/** State of Google's Business Profile: who manages which places, and the owners' replies. */
export interface BusinessOffice {
  world: World
  grants: GrantBook
  directory: BusinessDirectory
  replies: ReplyDesk
}

export function createBusinessOffice(world: World, grants: GrantBook): BusinessOffice {
  return { world, grants, directory: createBusinessDirectory(), replies: createReplyDesk(world) }
}

const INFORMATION_HOST = 'mybusinessbusinessinformation.googleapis.com'
const REVIEWS_HOST = 'mybusiness.googleapis.com'
const REVIEWS_PATH = /^\/v4\/accounts\/([^/]+)\/locations\/([^/]+)\/reviews(?:\/([^/]+)(\/reply)?)?$/

/** The three services of the Business Profile API. Null for requests they don't serve. */
export function routeGoogleBusiness(office: BusinessOffice, request: UpstreamRequest): Route | null {
  const { method, host, path } = request
  const access = () => accessOf(office.grants, office.directory, request)
  if (host === 'mybusinessaccountmanagement.googleapis.com' && method === 'GET' && path === '/v1/accounts') {
    return plainRoute(request, () => {
      const seen = access()
      return 'refused' in seen ? seen.refused : accountsAnswer(seen.accounts, request)
    })
  }
  if (host === INFORMATION_HOST && method === 'GET') {
    const [, accountId] = /^\/v1\/accounts\/([^/]+)\/locations$/.exec(path) ?? []
    if (accountId === undefined) return null
    return plainRoute(request, () => {
      const seen = accountOf(access(), accountId, host)
      return 'refused' in seen ? seen.refused : locationsAnswer(seen.account, request)
    })
  }
  if (host === INFORMATION_HOST && method === 'POST' && path === '/v1/googleLocations:search') {
    return plainRoute(request, () => {
      const seen = access()
      return 'refused' in seen ? seen.refused : searchAnswer(request)
    })
  }
  const [, accountId, locationId, reviewId, reply] = REVIEWS_PATH.exec(path) ?? []
  if (host !== REVIEWS_HOST || accountId === undefined || locationId === undefined) return null
  const action = actionOf(method, reviewId, reply !== undefined)
  if (!action) return null
  const answer = (write: (place: Place) => Answer) => () => {
    const seen = locationOf(access(), accountId, locationId, host)
    return 'refused' in seen ? seen.refused : write(seen)
  }
  return {
    platform: 'google',
    listing: listingOfLocation(locationId),
    answer: answer((place) => action(office, request, place, reviewId ?? '')),
    failures: {
      api_error: (variant) => faultyApi(variant, host),
      ...(request.query.has('pageToken') && { expired_token: () => apiError('INVALID_ARGUMENT', host) }),
      ...(reviewId === undefined && {
        empty_list: (variant) => answer((place) => emptyList(office, place, variant))(),
      }),
    },
  }
}

type Place = { account: BusinessAccount; location: BusinessLocation }
type Action = (office: BusinessOffice, request: UpstreamRequest, place: Place, reviewId: string) => Answer

function plainRoute(request: UpstreamRequest, answer: () => Answer): Route {
  const failures: Route['failures'] = {
    api_error: (variant) => faultyApi(variant, request.host),
    ...(request.query.has('pageToken') && {
      expired_token: () => apiError('INVALID_ARGUMENT', request.host),
    }),
    empty_list: () => apiAnswer(200, {}),
  }
  return { platform: 'google', listing: null, answer, failures }
}

function actionOf(method: string, reviewId: string | undefined, isReply: boolean): Action | null {
  if (reviewId === undefined) return method === 'GET' ? listReviews : null
  if (!isReply) return method === 'GET' ? onReview(showReview) : null
  if (method === 'PUT') return onReview(putReply)
  return method === 'DELETE' ? onReview(deleteReply) : null
}

/** The fault `empty_list`: `{}`, or with the variant `numbers` the totals without reviews. */
function emptyList({ world }: BusinessOffice, { location }: Place, variant: string | null): Answer {
  const totalReviewCount = world.reviews(location.listing, 'google').length
  return apiAnswer(200, variant === 'numbers' ? { averageRating: 4, totalReviewCount } : {})
}

const listReviews: Action = ({ world, replies }, request, place) => {
  const { listing, id, isVerified } = place.location
  const query = reviewQueryOf(id, request.query)
  if (typeof query === 'string') return apiError('INVALID_ARGUMENT', request.host)
  if (!isVerified) return apiAnswer(200, {})
  const write = (review: SimulatedReview) =>
    businessReview(
      locationName(place.account, place.location),
      review,
      replies.of(review),
      languageOf(request),
    )
  return apiAnswer(200, reviewPage(id, world.reviews(listing, 'google'), query, write))
}

type ReviewAction = (
  office: BusinessOffice,
  request: UpstreamRequest,
  place: Place,
  review: SimulatedReview,
) => Answer

function onReview(action: ReviewAction): Action {
  return (office, request, place, reviewId) => {
    const reviews = place.location.isVerified ? office.world.reviews(place.location.listing, 'google') : []
    const review = reviews.find(({ id }) => businessReviewId(id) === reviewId)
    return review ? action(office, request, place, review) : apiError('NOT_FOUND', request.host)
  }
}

const showReview: ReviewAction = ({ replies }, request, place, review) => {
  const location = locationName(place.account, place.location)
  return apiAnswer(200, businessReview(location, review, replies.of(review), languageOf(request)))
}

const putReply: ReviewAction = ({ replies }, request, place, review) => {
  const text = commentIn(request.body)
  if (text === null || text.trim() === '' || Buffer.byteLength(text) > MAX_REPLY_BYTES) {
    return apiError('INVALID_ARGUMENT', request.host)
  }
  const reply = replies.put(place.location.listing, review, text)
  return reply ? apiAnswer(200, replyRecord(reply)) : apiError('RESOURCE_EXHAUSTED', request.host)
}

const deleteReply: ReviewAction = ({ replies }, request, place, review) =>
  replies.remove(place.location.listing, review) ? apiAnswer(200, {}) : apiError('NOT_FOUND', request.host)

function commentIn(body: string): string | null {
  try {
    const value: unknown = JSON.parse(body)
    const isReply = typeof value === 'object' && value !== null && 'comment' in value
    return isReply && typeof value.comment === 'string' ? value.comment : null
  } catch {
    return null
  }
}

/** The first language that the request prefers; English by default. */
function languageOf({ headers }: UpstreamRequest): string {
  return /^[a-z]{2}/i.exec(headers['accept-language'] ?? 'en')?.[0].toLowerCase() ?? 'en'
}
