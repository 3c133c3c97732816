import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { PUBLIC_PAGE_HEADERS } from '../agent.ts'
import { captcha, failure } from '../failure.ts'
import { isListingAddress } from '../hosts.ts'
import type { PlaceRef, SourceAnswer } from '../source.ts'
import { apolloStateOf, businessOf } from './business-page.ts'
import { locate, whyNotListing } from './locate.ts'
import { canonicalUrl, encidInMeta } from './page-head.ts'
import { pageRefusal } from './refusal.ts'
import { scriptsOf } from './scripts.ts'

const NAME = PLATFORM_NAMES.yelp

/**
 * Finds the id behind an alias or a short link by opening its page. A redirect (a new alias, a country's site) gives
 * a place whose id is still null, to be asked once more.
 */
export const resolve = {
  request(place: PlaceRef): Request {
    return new Request(place.url, { headers: PUBLIC_PAGE_HEADERS, redirect: 'manual' })
  },

  /** @throws SourceError `not_found` for a business that is gone, `wrong_listing` for a page that is no business */
  parse(place: PlaceRef, answer: SourceAnswer): PlaceRef {
    const location = answer.headers.get('location')
    if (answer.status >= 300 && answer.status < 400 && location !== null)
      return afterRedirect(place, location)
    const refused = pageRefusal(answer)
    if (refused) throw refused
    const id =
      encidInMeta(answer.body) ?? businessOf(apolloStateOf(scriptsOf(answer.body)), null)?.encid ?? null
    if (id === null) throw failure(NAME, 'wrong_listing')
    const canonical = canonicalUrl(answer.body)
    return { id, url: (canonical && locate(canonical)?.url) ?? place.url }
  },
}

function afterRedirect(place: PlaceRef, location: string): PlaceRef {
  const target = URL.parse(location, place.url)
  if (target?.hostname.endsWith('captcha-delivery.com')) throw captcha(NAME)
  const next = target && locate(target)
  if (!target || !next || target.href === place.url) {
    const reason = target ? whyNotListing(target) : ''
    throw failure(NAME, 'wrong_listing', reason === '' ? {} : { message: `We followed the link. ${reason}` })
  }
  // The site of a country is asked itself: asking www.yelp.com again would only be sent there once more.
  return { id: next.id, url: onHostOf(target, next.url) }
}

function onHostOf(target: URL, listingUrl: string): string {
  const url = new URL(listingUrl)
  if (isListingAddress(target, 'yelp')) url.hostname = target.hostname
  return url.href
}
