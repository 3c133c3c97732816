import { failure } from '../failure.ts'
import type { FoundPlace, ReviewSource, SourceAccess } from '../source.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'

/**
 * All reviews of a location, latest edit first, requested with the connection of its owner or a manager. `PlaceRef.id`
 * is `accounts/{account}/locations/{location}`. Review ids differ from those of Google's public list.
 */
export const googleBusinessProfile: ReviewSource = {
  name: 'google-business-profile',
  platform: 'google',
  access: 'connection',
  keeps: 'reviews',
  lists: 'all',
  texts: 'full',
  // The ids of accounts and locations are only known from the connection.
  locate: () => null,
  resolve: null,
  request,
  refusal,
  parse,
}

/** Reviews are the only part of the API still at version 4. */
export const REVIEWS_URL = 'https://mybusiness.googleapis.com/v4'

/** Google allows no more. */
const PAGE_SIZE = 50

/** `cursor` is `nextPageToken` of the previous page. An edit moves a review to the top, a reply doesn't. */
function request(place: FoundPlace, cursor: string | null, access: SourceAccess): Request {
  if (!isLocationName(place.id)) throw failure('google', 'wrong_listing')
  const query = new URLSearchParams({
    pageSize: String(PAGE_SIZE),
    orderBy: 'updateTime desc',
    ...(cursor === null ? {} : { pageToken: cursor }),
  })
  return apiRequest(`${REVIEWS_URL}/${place.id}/reviews?${query}`, access.accessToken)
}

/** Google translates comments into the request's language. A fixed one keeps them the same in every run. */
const LANGUAGE = 'en'

/** @throws SourceError `reconnect` without a token */
export function apiRequest(
  address: string,
  accessToken: string | undefined,
  change?: { method: 'POST' | 'PUT' | 'DELETE'; body?: unknown },
): Request {
  if (!accessToken) throw failure('google', 'reconnect')
  const hasBody = change?.body !== undefined
  return new Request(address, {
    method: change?.method ?? 'GET',
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      'accept-language': LANGUAGE,
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(change.body) }),
    redirect: 'manual',
  })
}

const LOCATION = /^accounts\/\d{1,30}\/locations\/\d{1,30}$/
const ACCOUNT = /^accounts\/\d{1,30}$/
const REVIEW = /^accounts\/\d{1,30}\/locations\/\d{1,30}\/reviews\/[A-Za-z0-9_-]{1,200}$/

/** True for `accounts/{account}/locations/{location}`, both numbers of up to 21 digits. */
export function isLocationName(name: string): boolean {
  return LOCATION.test(name)
}

export function isAccountName(name: string): boolean {
  return ACCOUNT.test(name)
}

/** True for a review's name, which starts with the name of the review's location. */
export function isReviewName(name: string): boolean {
  return REVIEW.test(name)
}

/** The resource name used to reply to a review. `locationName`: `PlaceRef.id` of this source. */
export function reviewNameOf(locationName: string, reviewId: string): string {
  return `${locationName}/reviews/${reviewId}`
}
