import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { failure } from '../failure.ts'
import type { PlaceRef, SourceAccess } from '../source.ts'

const ORIGIN = 'https://api.yelp.com'

/** The most that any plan gives; smaller plans cut it to three. */
const MAX_EXCERPTS = 7

/**
 * Asks for the newest excerpts. There is no second page, so there is no cursor.
 *
 * @throws SourceError `not_allowed` without a key
 */
export function request(
  place: PlaceRef & { id: string },
  _cursor: string | null,
  access: SourceAccess,
): Request {
  const query = new URLSearchParams({ limit: String(MAX_EXCERPTS), sort_by: 'newest', locale: 'en_US' })
  return apiRequest(`${encodeURIComponent(place.id)}/reviews?${query}`, access)
}

/**
 * A request about one business.
 *
 * @param path what stands after `/v3/businesses/`, percent-encoded
 * @throws SourceError `not_allowed` without a key
 */
export function apiRequest(path: string, access: SourceAccess): Request {
  if (!access.apiKey) {
    throw failure(PLATFORM_NAMES.yelp, 'not_allowed', { message: "This service has no key for Yelp's API." })
  }
  return new Request(`${ORIGIN}/v3/businesses/${path}`, {
    headers: { authorization: `Bearer ${access.apiKey}`, accept: 'application/json' },
    redirect: 'manual',
  })
}
