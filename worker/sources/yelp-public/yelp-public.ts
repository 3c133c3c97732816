import { PUBLIC_PAGE_HEADERS } from '../agent.ts'
import { captcha, failure } from '../failure.ts'
import { isListingAddress } from '../hosts.ts'
import type { FoundPlace, PlaceRef, ReviewSource, SourceAccess, SourceAnswer } from '../source.ts'
import {
  apolloStateOf,
  businessOf,
  canonicalUrl,
  descriptionOf,
  encidInMeta,
  scriptsOf,
} from './business-page.ts'
import { locate, whyNotListing } from './locate.ts'
import { parse } from './parse.ts'
import { pageRefusal, refusal } from './refusal.ts'

/**
 * Finds the id behind an alias or a short link by opening its page. After a redirect, the id is usually still null, and
 * the new address must be opened next.
 */
export const resolve = {
  request(place: PlaceRef): Request {
    return new Request(place.url, { headers: PUBLIC_PAGE_HEADERS, redirect: 'manual' })
  },

  /** @throws SourceError `not_found` if the business is gone, `wrong_listing` if the page isn't a business */
  parse(place: PlaceRef, answer: SourceAnswer): PlaceRef {
    const location = answer.headers.get('location')
    if (answer.status >= 300 && answer.status < 400 && location !== null)
      return afterRedirect(place, location)
    const refused = pageRefusal(answer)
    if (refused) throw refused
    const id =
      encidInMeta(answer.body) ?? businessOf(apolloStateOf(scriptsOf(answer.body)), null)?.encid ?? null
    if (id === null) throw failure('yelp', 'wrong_listing')
    const canonical = canonicalUrl(answer.body)
    return { id, url: (canonical && locate(canonical)?.url) ?? place.url }
  },

  describe({ body }: SourceAnswer): { name: string; category: string } {
    return descriptionOf(apolloStateOf(scriptsOf(body)), encidInMeta(body))
  },
}

function afterRedirect(place: PlaceRef, location: string): PlaceRef {
  const target = URL.parse(location, place.url)
  if (target?.hostname.endsWith('captcha-delivery.com')) throw captcha('yelp')
  const next = target && locate(target)
  if (!target || !next || target.href === place.url) {
    const reason = target ? whyNotListing(target) : ''
    const message = reason === '' ? undefined : `We followed the link. ${reason}`
    throw failure('yelp', 'wrong_listing', { message })
  }
  // Request the country's own site: www.yelp.com would only redirect there again.
  return { id: next.id, url: onHostOf(target, next.url) }
}

function onHostOf(target: URL, listingUrl: string): string {
  const url = new URL(listingUrl)
  if (isListingAddress(target, 'yelp')) url.hostname = target.hostname
  return url.href
}

/** Yelp's public list of recommended reviews, read without a login: those in English, newest first. */
export const yelpPublic: ReviewSource = {
  name: 'yelp-public',
  platform: 'yelp',
  access: 'public_page',
  keeps: 'reviews',
  lists: 'all',
  texts: 'full',
  locate,
  resolve,
  request,
  refusal,
  parse,
}

const ORIGIN = 'https://www.yelp.com'

/** Yelp's stored query as of September 2026; `SourceAccess.yelpDocumentId` replaces it after a Yelp release. */
const DEFAULT_DOCUMENT_ID = '2b29fe4414313b319cb85e119740e72da582d64ad2962841724748be23d7f692'

/** The site requests 10; with twice as many, a run of a few pages gets further. */
const PAGE_SIZE = 20

function request(place: FoundPlace, cursor: string | null, access: SourceAccess): Request {
  const operation = {
    operationName: 'GetBusinessReviewFeed',
    variables: {
      encBizId: place.id,
      reviewsPerPage: PAGE_SIZE,
      ...(cursor === null ? {} : { after: cursor }),
      sortBy: 'DATE_DESC',
      languageCode: 'en',
      ratings: [5, 4, 3, 2, 1],
      queryText: '',
      isSearching: false,
      selectedReviewEncId: '',
      hasSelectedReview: false,
      isTranslating: false,
      translateLanguageCode: 'en',
      reactionsSourceFlow: 'businessPageReviewSection',
      minConfidenceLevel: 'HIGH_CONFIDENCE',
      highlightType: '',
      highlightIdentifier: '',
      isHighlighting: false,
    },
    extensions: { operationType: 'query', documentId: access.yelpDocumentId ?? DEFAULT_DOCUMENT_ID },
  }
  return new Request(`${ORIGIN}/gql/batch`, {
    method: 'POST',
    headers: {
      ...PUBLIC_PAGE_HEADERS,
      'content-type': 'application/json',
      origin: ORIGIN,
      referer: place.url,
      'x-apollo-operation-name': 'GetBusinessReviewFeed',
    },
    body: JSON.stringify([operation]),
    redirect: 'manual',
  })
}
