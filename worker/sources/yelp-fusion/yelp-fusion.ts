import { brokeOff, failure } from '../failure.ts'
import { isShortLinkHost } from '../hosts.ts'
import { parseJson, textAt } from '../json.ts'
import type { FoundPlace, PlaceRef, ReviewSource, SourceAccess, SourceAnswer } from '../source.ts'
import { isEncid, locate } from '../yelp-public/locate.ts'
import { resolve as followLink } from '../yelp-public/yelp-public.ts'
import { parse } from './parse.ts'
import { errorCodeOf, errorRefusal, NOTHING_TO_SHOW, refusal } from './refusal.ts'

/** Finds the id behind an alias, because aliases change. Follows a short link first, without the key. */
export const resolve = {
  /** @throws SourceError `not_allowed` without a key */
  request(place: PlaceRef, access: SourceAccess): Request {
    if (isShortLink(place)) return followLink.request(place)
    return apiRequest(new URL(place.url).pathname.replace(/^\/biz\//, ''), access)
  },

  /** @throws SourceError `not_found` if the business is gone or the API doesn't show it */
  parse(place: PlaceRef, answer: SourceAnswer): PlaceRef {
    if (isShortLink(place)) return followLink.parse(place, answer)
    const business = parseJson(answer.body)
    const code = errorCodeOf(business)
    const movedTo = errorRefusal(business)?.movedTo
    if (movedTo) return movedTo
    // At this address, 'not found' means the business itself.
    if (code === 'NOT_FOUND') throw failure('yelp', 'not_found')
    if (code === NOTHING_TO_SHOW) throw notShown()
    const refused = refusal(answer)
    if (refused) throw refused
    if (business === undefined) throw brokeOff('yelp')
    const id = textAt(business, 'id')
    if (!isEncid(id)) throw failure('yelp', 'format_changed')
    return placeOf(id, textAt(business, 'alias') || id)
  },

  describe({ body }: SourceAnswer): { name: string; category: string } {
    const business = parseJson(body)
    return { name: textAt(business, 'name').trim(), category: textAt(business, 'categories', 0, 'title') }
  },
}

function isShortLink({ url }: PlaceRef): boolean {
  return isShortLinkHost(new URL(url).hostname, 'yelp')
}

function placeOf(id: string, name: string): PlaceRef {
  const url = URL.parse(`https://www.yelp.com/biz/${encodeURIComponent(name)}`)
  return { id, url: (url && locate(url)?.url) ?? `https://www.yelp.com/biz/${id}` }
}

function notShown() {
  return failure('yelp', 'not_found', {
    message:
      "Yelp's API doesn't show this business, usually because it has no recommended reviews yet. The next collection will ask again.",
  })
}

/**
 * A few excerpts of the newest recommended reviews and the number of reviews, requested with the operator's key. The
 * terms forbid storing anything longer than 24 hours, so only the number is stored.
 */
export const yelpFusion: ReviewSource = {
  name: 'yelp-fusion',
  platform: 'yelp',
  access: 'api_key',
  keeps: 'numbers',
  lists: 'some',
  texts: 'excerpts',
  locate,
  resolve,
  request,
  refusal,
  parse,
}

const ORIGIN = 'https://api.yelp.com'

/** Maximum on Yelp's largest plan; smaller plans return only three. */
const MAX_EXCERPTS = 7

/** There is no second page, so no cursor. */
function request(place: FoundPlace, _cursor: string | null, access: SourceAccess): Request {
  const query = new URLSearchParams({ limit: String(MAX_EXCERPTS), sort_by: 'newest', locale: 'en_US' })
  return apiRequest(`${encodeURIComponent(place.id)}/reviews?${query}`, access)
}

/** `path` is percent-encoded. @throws SourceError `not_allowed` without a key */
function apiRequest(path: string, access: SourceAccess): Request {
  if (!access.apiKey) {
    throw failure('yelp', 'not_allowed', { message: "This service has no key for Yelp's API." })
  }
  return new Request(`${ORIGIN}/v3/businesses/${path}`, {
    headers: { authorization: `Bearer ${access.apiKey}`, accept: 'application/json' },
    redirect: 'manual',
  })
}
