import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { failure } from '../failure.ts'
import type { PlaceRef, SourceAccess } from '../source.ts'

const API_URL = 'https://api.content.tripadvisor.com/api/v1/location'

/** The most there is; no second page follows. */
const MAX_REVIEWS = 5

/**
 * Asks for the newest reviews in English. The key is bound to our domain, which the referrer states: workers have no
 * fixed address that it could be bound to instead.
 *
 * @throws SourceError `not_allowed` without a key
 */
export function request(
  place: PlaceRef & { id: string },
  _cursor: string | null,
  access: SourceAccess,
): Request {
  if (!access.apiKey) {
    throw failure(PLATFORM_NAMES.tripadvisor, 'not_allowed', {
      message: "This service has no key for TripAdvisor's API.",
    })
  }
  const query = new URLSearchParams({
    key: access.apiKey,
    language: 'en',
    limit: String(MAX_REVIEWS),
    offset: '0',
  })
  return new Request(`${API_URL}/${encodeURIComponent(place.id)}/reviews?${query}`, {
    headers: {
      accept: 'application/json',
      ...(access.appOrigin === undefined ? {} : { referer: `${access.appOrigin}/` }),
    },
    redirect: 'manual',
  })
}
