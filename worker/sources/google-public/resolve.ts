import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { PUBLIC_PAGE_HEADERS } from '../agent.ts'
import { failure } from '../failure.ts'
import type { PlaceRef, SourceAnswer, SourceError } from '../source.ts'
import { statusRefusal } from '../status-refusal.ts'
import { locate, whyNotListing } from './locate.ts'
import { htmlRefusal, redirectRefusal } from './refusal.ts'

const NAME = PLATFORM_NAMES.google

/**
 * Follows a short link by one hop. `parse` reads the redirect by hand; a hop that leads to another short link gives a
 * place whose id is still null.
 */
export const resolve = {
  request(place: PlaceRef): Request {
    return new Request(place.url, { headers: PUBLIC_PAGE_HEADERS, redirect: 'manual' })
  },

  /** @throws SourceError `wrong_listing` when the link leads anywhere but to a listing on a host of Google */
  parse(place: PlaceRef, answer: SourceAnswer): PlaceRef {
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status >= 400 || location === null) throw notFollowed(answer)
    const refused = redirectRefusal(answer)
    if (refused) throw refused
    const target = URL.parse(location, place.url)
    const next = target && locate(target)
    if (next && next.url !== place.url) return next
    const reason = target ? whyNotListing(target) : ''
    throw failure(
      NAME,
      'wrong_listing',
      reason === '' ? {} : { message: `We followed the short link. ${reason}` },
    )
  },
}

function notFollowed(answer: SourceAnswer): SourceError {
  const byStatus = statusRefusal(NAME, answer)
  if (byStatus?.kind === 'rate_limited') return byStatus
  return htmlRefusal(answer.body) ?? byStatus ?? failure(NAME, 'wrong_listing')
}
