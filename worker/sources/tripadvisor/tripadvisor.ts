import { failure } from '../failure.ts'
import type { FoundPlace, ReviewSource, SourceAccess } from '../source.ts'
import { locate } from './locate.ts'
import { parse } from './parse.ts'
import { refusal } from './refusal.ts'

/**
 * The newest five reviews in English, asked with the operator's key. TripAdvisor's caching policy lets nothing be kept
 * but the id of the location, so reviews are fetched whenever somebody looks at them.
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

/** The most there is; no second page follows. */
const MAX_REVIEWS = 5

/** The key is bound to our domain, which the referrer states: workers have no fixed address it could be bound to. */
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
