import { envelope, listPage, listQueryOf, pageOfToken } from './google-list.ts'
import { googlePlacePage, googleRecord } from './google-record.ts'
import { googleCaptcha, googleConsent, googleError } from './google-refusals.ts'
import { placeIdOf } from './ids.ts'
import type { Listing } from './listing.ts'
import { findListing, googleUrl } from './listings.ts'
import type { SimulatedReview } from './reviews.ts'
import { type Answer, html, json, type Route, redirect, type UpstreamRequest } from './wire.ts'
import type { World } from './world.ts'

const LIST_PATH = '/httpservice/web/PrivateLocalSearchUiDataService/GetLocalBoqProxy'
/** Number of reviews that signed-out visitors see of a place with a limited view. */
const LIMITED_VIEW_REVIEWS = 5
const LIMITED_VIEW_NOTICE = [
  "You're seeing a limited view of Google Maps",
  ['Sign in', 'https://accounts.google.com/ServiceLogin?service=local'],
]

/**
 * Google's public addresses: the review list, place pages and short links. Null for requests that Google doesn't serve.
 */
export function routeGoogle(world: World, request: UpstreamRequest): Route | null {
  if (request.method !== 'GET') return null
  const { host, path } = request
  if (host === 'www.google.com' && path === LIST_PATH) return listRoute(world, request)
  if (host === 'www.google.com' && /^\/maps(\/place\/.*)?$/.test(path)) return placeRoute(request)
  const shared = sharedRoute(request)
  if (shared) return shared
  const code = shortCodeOf(request)
  return code === null ? null : shortLinkRoute(request, code)
}

function shortCodeOf({ host, path }: UpstreamRequest): string | null {
  const pattern = {
    'maps.app.goo.gl': /^\/([\w-]+)$/,
    'goo.gl': /^\/maps\/([\w-]+)$/,
    'g.page': /^\/r\/([\w-]+)$/,
  }
  const match = host in pattern ? pattern[host as keyof typeof pattern].exec(path) : null
  return match?.[1] ?? null
}

/**
 * Links shared by Google's app: they redirect to an intermediate page, and that to the place or only to a search for
 * its name.
 */
function sharedRoute(request: UpstreamRequest): Route | null {
  const { host, path, query } = request
  const code = host === 'share.google' ? path.slice(1) : query.get('q')
  const isPage = host === 'www.google.com' && path === '/share.google'
  if ((host !== 'share.google' && !isPage) || code === null) return null
  const listing = findListing('google', code)
  const page = `https://www.google.com/share.google?q=${code}`
  return {
    platform: 'google',
    listing,
    answer: () => {
      if (!isPage) return redirect(302, page)
      if (listing) return redirect(302, googleUrl(listing))
      return code === 'search'
        ? redirect(302, 'https://www.google.com/search?q=Harbor+Books&kgmid=/g/11abc')
        : html(200, '<!DOCTYPE html><title>Google Search</title>')
    },
    failures: commonFailures(request),
  }
}

function commonFailures(request: UpstreamRequest): Route['failures'] {
  return {
    consent: (variant) => googleConsent(request, variant),
    captcha: (variant) => googleCaptcha(request, variant),
  }
}

function shortLinkRoute(request: UpstreamRequest, code: string): Route {
  const listing = findListing('google', code)
  return {
    platform: 'google',
    listing,
    answer: () =>
      listing ? redirect(302, googleUrl(listing)) : html(404, '<title>Dynamic Link Not Found</title>'),
    failures: commonFailures(request),
  }
}

function placeRoute(request: UpstreamRequest): Route {
  const address = `${request.path}?${request.query}`
  const pair = /!1s(0x[0-9a-f]+:0x[0-9a-f]+)/i.exec(decodeURIComponent(address))?.[1]?.toLowerCase()
  const placeId = /^place_id:(.+)$/.exec(request.query.get('q') ?? '')?.[1]
  const listing = findListing('google', pair ?? placeId ?? request.query.get('cid') ?? '')
  return {
    platform: 'google',
    listing,
    answer: () => placePage(listing, listing?.state === 'limited'),
    failures: { ...commonFailures(request), limited_view: () => placePage(listing, true) },
  }
}

function placePage(listing: Listing | null, limitedView: boolean): Answer {
  if (!listing?.google || listing.state === 'gone') {
    return html(404, '<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>')
  }
  return html(200, googlePlacePage(listing, placeIdOf(listing.google.featureId), limitedView))
}

/**
 * The review list. The fault `limited_view` replaces it with the place's page and a notice (default), or adds the
 * notice to a list of `five` reviews or to an `empty` one.
 */
function listRoute(world: World, request: UpstreamRequest): Route {
  const query = listQueryOf(request.query.get('reqpld'))
  const page = query && pageOfToken(query)
  const listing = query && findListing('google', query.featureId)
  // Here, only the feature id identifies a listing.
  if (!query || page === null || listing?.google?.featureId !== query.featureId) {
    const code = query && page !== null ? 404 : 400
    return {
      platform: 'google',
      listing: null,
      answer: () => googleError(code),
      failures: commonFailures(request),
    }
  }
  const write = (reviews: readonly SimulatedReview[], token: string | null, notice: unknown) =>
    pageAnswer(listing, reviews, token, page, notice, world.now())
  const limitedView = (variant: string | null) => {
    if (variant === 'empty') return write([], null, LIMITED_VIEW_NOTICE)
    if (variant !== 'five') return placePage(listing, true)
    return write(world.reviews(listing, 'google').slice(0, LIMITED_VIEW_REVIEWS), null, LIMITED_VIEW_NOTICE)
  }
  return {
    platform: 'google',
    listing,
    answer() {
      if (listing.state === 'gone') return googleError(404)
      if (listing.state === 'limited') return limitedView(null)
      const { reviews, nextToken } = listPage(listing, world.reviews(listing, 'google'), query, page)
      return write(reviews, nextToken, null)
    },
    failures: {
      ...commonFailures(request),
      ...(query.token === null ? {} : { expired_token: () => googleError(400) }),
      empty_list: () => write([], null, null),
      limited_view: limitedView,
    },
  }
}

function pageAnswer(
  listing: Listing,
  reviews: readonly SimulatedReview[],
  nextToken: string | null,
  page: number,
  notice: unknown,
  now: number,
): Answer {
  const records = reviews.length === 0 ? null : reviews.map((review) => googleRecord(listing, review, now))
  const body = JSON.stringify(envelope(records, nextToken, `${listing.key}:${page}`, notice))
  // Only some responses begin with the line that prevents script inclusion.
  const guard = page % 2 === 0 ? ")]}'\n" : ''
  return json(200, guard + body, { 'content-disposition': 'attachment; filename="f.txt"', server: 'gws' })
}
