import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { textAt } from '../at.ts'
import { brokeOff, failure } from '../failure.ts'
import { isShortLinkHost } from '../hosts.ts'
import { parseJson } from '../json.ts'
import type { PlaceRef, SourceAccess, SourceAnswer } from '../source.ts'
import { isEncid } from '../yelp-public/business-id.ts'
import { resolve as followLink } from '../yelp-public/resolve.ts'
import { locate } from './locate.ts'
import { errorCodeOf, errorRefusal, NOTHING_TO_SHOW, refusal } from './refusal.ts'
import { apiRequest } from './request.ts'

const NAME = PLATFORM_NAMES.yelp

/**
 * Finds the id behind an alias by asking the API for the business; reviews are asked by id, because aliases change. A
 * short link is followed first, without the key: it only leads on to an address of the business.
 */
export const resolve = {
  /** @throws SourceError `not_allowed` without a key */
  request(place: PlaceRef, access: SourceAccess): Request {
    if (isShortLink(place)) return followLink.request(place)
    return apiRequest(new URL(place.url).pathname.replace(/^\/biz\//, ''), access)
  },

  /** @throws SourceError `not_found` for a business that is gone or that the API doesn't show */
  parse(place: PlaceRef, answer: SourceAnswer): PlaceRef {
    if (isShortLink(place)) return followLink.parse(place, answer)
    const business = parseJson(answer.body)
    const code = errorCodeOf(business)
    const movedTo = errorRefusal(business)?.movedTo
    if (movedTo) return movedTo
    // What can't be found at this address is the business itself.
    if (code === 'NOT_FOUND') throw failure(NAME, 'not_found')
    if (code === NOTHING_TO_SHOW) throw notShown()
    const refused = refusal(answer)
    if (refused) throw refused
    if (business === undefined) throw brokeOff(NAME)
    const id = textAt(business, 'id')
    if (!isEncid(id)) throw failure(NAME, 'format_changed')
    return placeOf(id, textAt(business, 'alias') || id)
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
  return failure(NAME, 'not_found', {
    message:
      "Yelp's API doesn't show this business, mostly because it has no recommended review yet. The next collection asks again.",
  })
}
