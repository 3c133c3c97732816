import { failure } from '../failure.ts'
import type { FoundPlace, ReviewSource, SourceAccess } from '../source.ts'
import { locate } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'

/**
 * The newest five reviews in English, requested with the operator's key. TripAdvisor's caching policy forbids storing
 * anything but the location's id, so reviews are fetched whenever somebody looks at them.
 */
export const tripadvisor: ReviewSource = {
  name: 'tripadvisor',
  platform: 'tripadvisor',
  access: 'api_key',
  keeps: 'nothing',
  lists: 'some',
  texts: 'full',
  locate,
  resolve: null,
  request,
  refusal,
  parse,
}

const API_URL = 'https://api.content.tripadvisor.com/api/v1/location'

/** TripAdvisor's maximum; there is no second page. */
const MAX_REVIEWS = 5

/** The key is bound to our domain, stated in the referrer, because workers have no fixed IP address to bind it to. */
function request(place: FoundPlace, _cursor: string | null, access: SourceAccess): Request {
  if (!access.apiKey) {
    throw failure('tripadvisor', 'not_allowed', { message: "This service has no key for TripAdvisor's API." })
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
