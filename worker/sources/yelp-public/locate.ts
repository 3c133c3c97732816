import { isListingAddress, isListingHost, isShortLinkHost } from '../hosts.ts'
import { addressReader } from '../listing-address.ts'
import type { PlaceRef } from '../source.ts'

const HOW =
  'Open your business on Yelp and paste the address of its page, such as https://www.yelp.com/biz/….'

const REASONS = {
  elsewhere: `This is not a Yelp address. ${HOW}`,
  insecure: `This link does not start with https://. ${HOW}`,
  person: `This link shows a person on Yelp, not your business. ${HOW}`,
  search: `This link shows a list of businesses on Yelp, not yours alone. ${HOW}`,
  ownersArea: `This link leads to the area for owners, which only you can open. ${HOW}`,
  elsewhereByAd: `This advertising link does not lead to a business on Yelp. ${HOW}`,
  otherPage: `This Yelp address does not lead to one business. ${HOW}`,
} as const

type Located = PlaceRef | keyof typeof REASONS

/** Pages of one business, followed by its alias or id. */
const BUSINESS_PATH =
  /^\/(?:biz|biz_photos|menu|not_recommended_reviews|questions|map|writeareview\/biz)\/([^/]{1,600})(?:\/|$)/
const REDIRECT_PATH = /^\/(adredir|biz_redir)\/?$/

/** The id is null for aliases, which most links have, and for short links (`resolve`). */
export const { locate, whyNotListing } = addressReader(read, REASONS)

function read(url: URL): Located {
  if (url.hostname === 'biz.yelp.com') return 'ownersArea'
  if (!isListingHost(url.hostname, 'yelp')) return 'elsewhere'
  if (url.protocol !== 'https:') return 'insecure'
  if (!isListingAddress(url, 'yelp')) return 'otherPage'
  if (isShortLinkHost(url.hostname, 'yelp')) return shortLink(url)
  if (REDIRECT_PATH.test(url.pathname)) {
    const target = URL.parse(url.searchParams.get('redirect_url') ?? '')
    const isBusiness = target && isListingAddress(target, 'yelp') && target.pathname.startsWith('/biz/')
    const place = isBusiness ? businessIn(target.pathname) : null
    return place ?? 'elsewhereByAd'
  }
  const place = businessIn(url.pathname)
  if (place) return place
  if (url.pathname.startsWith('/user_details')) return 'person'
  return /^\/(search|c|collection)(\/|$)/.test(url.pathname) ? 'search' : 'otherPage'
}

function businessIn(path: string): PlaceRef | null {
  const [, segment = ''] = BUSINESS_PATH.exec(path) ?? []
  if (!isPlainSegment(segment)) return null
  return { id: isCertainlyEncid(segment) ? segment : null, url: `https://www.yelp.com/biz/${segment}` }
}

/** Aliases may have encoded letters of any script, but no character that changes the URL. */
function isPlainSegment(segment: string): boolean {
  try {
    return (
      /^[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Pd}'’.&_-]{0,199}$/u.test(decodeURIComponent(segment)) ||
      isCertainlyEncid(segment)
    )
  } catch {
    return false
  }
}

function shortLink(url: URL): Located {
  const [, code] = /^\/([A-Za-z0-9_-]{1,100})\/?$/.exec(url.pathname) ?? []
  return code ? { id: null, url: `https://${url.hostname}/${code}` } : 'otherPage'
}

const ENCID = /^[A-Za-z0-9_-]{22}$/
/** A part of an alias: a title-case or lower-case term, or a number. */
const WORD = /^([A-Z]?[a-z]+|[0-9]+)$/

/** True for the format of Yelp's ids of businesses, people and reviews: 22 url-safe characters, case-sensitive. */
export function isEncid(value: unknown): value is string {
  return typeof value === 'string' && ENCID.test(value)
}

/**
 * True if this is certainly an id and not an alias of 22 characters. If in doubt, treat it as an alias, whose page
 * contains the id.
 */
function isCertainlyEncid(segment: string): boolean {
  if (!isEncid(segment)) return false
  if (segment.includes('_')) return true
  const parts = segment.split('-')
  const looksLikeWords = parts.length > 1 && parts.every((part) => WORD.test(part))
  return /[A-Z]/.test(segment) && !looksLikeWords
}
