import * as v from 'valibot'
import { cleanText, NullableUrl, requiredString } from './fields.ts'
import { PLATFORM_NAMES } from './platforms.ts'
import { INVALID_URL, isHttpUrl } from './validators.ts'

const MAX_LINK_CHARS = 2_048
/** Message for a broken link, and for a name if no platform can be searched by name. */
export const NOT_A_LINK =
  'That isn’t a link. Open your business on Google Maps, choose Share and paste the link it gives you.'

/** Accepts a pasted link, possibly with text around it, or the name of a place. */
export const FindPlaceInput = v.object({
  link: v.pipe(
    requiredString(MAX_LINK_CHARS, 'The link', 'Paste the link to your business first.'),
    v.transform(linkIn),
    v.check((text) => !isLink(text) || isHttpUrl(text), NOT_A_LINK),
  ),
})
export type FindPlaceInput = v.InferOutput<typeof FindPlaceInput>

export interface FoundPlaceView {
  platform: ListingPlatform
  link: string
  /** Empty if neither the platform nor the link has it. */
  name: string
  /** True if the name was made from the link and may contain the town: the owner should check it. */
  isNameGuessed: boolean
  /** Null unless the place was found by name. */
  address: string | null
  /** The platform's rating, or else the average of its newest reviews; null if it shows none. */
  rating: number | null
  /** True if `rating` is the average of the newest reviews, because the platform states none. */
  isRatingOfSeen: boolean
  /** Review count according to the platform. */
  total: number | null
  seen: number
  newest: { authorName: string; rating: number; reviewText: string } | null
  /** Reason why the platform showed nothing; the owner then has to say whether the place exists. */
  problem: string | null
  /** The platform's category, such as `Noodle restaurant`; null if it has none. */
  category: string | null
  /** True if neither the category nor the name identifies the industry. */
  asksKind: boolean
  /** Best match first. */
  others: NamedPlaceView[]
  /** True if the organization already has this place. */
  isListed: boolean
  /** The business that has this place; null if the member can't see that business. */
  listedAs: OwnPlace | null
  /** Businesses without a listing on this platform: the link may belong to one of them. */
  mayBelongTo: OwnPlace[]
}

/** Text that explains which reviews the rating is based on. */
export function ratingBasis(
  {
    platform,
    isRatingOfSeen,
    total,
    seen,
  }: Pick<FoundPlaceView, 'platform' | 'isRatingOfSeen' | 'total' | 'seen'>,
  number: (count: number) => string,
): string {
  const name = PLATFORM_NAMES[platform]
  const count = (reviews: number) => `${number(reviews)} ${reviews === 1 ? 'review' : 'reviews'}`
  if (!isRatingOfSeen) return total === null ? `on ${name}` : `${count(total)} on ${name}`
  if (total === seen) return `${count(total)} on ${name}`
  const newest = seen === 1 ? 'in the newest review' : `in the newest ${count(seen)}`
  return total === null ? newest : `${newest}; ${name} has ${number(total)}`
}

/** A business of the organization. */
interface OwnPlace {
  id: string
  name: string
}

/** @param name of the business that has the place; null if the member can't see it */
export function alreadyListed(name: string | null): string {
  return name === null
    ? 'Your organization already has this place, as a location that you can’t see. Ask an owner for access.'
    : `This place is already in your list, as ${name}.`
}

export interface NamedPlaceView {
  name: string
  address: string
  link: string
}

/**
 * Extracts the place name from its URL: '/maps/place/Harbor+Books/@…', '/biz/harbor-books-porto'. Empty if it contains
 * none.
 */
export function placeNameIn(link: string): string {
  const url = URL.parse(link)
  if (!url) return ''
  const [, onMaps] = /^\/maps\/place\/([^/@]+)/.exec(url.pathname) ?? []
  if (onMaps !== undefined) {
    // The address follows the first comma, if the link has one.
    const [name = ''] = decoded(onMaps.replaceAll('+', ' ')).split(',')
    return name.trim()
  }
  const [, onTripadvisor] = /-Reviews-(?:or\d+-)?([^-]+)/.exec(url.pathname) ?? []
  if (onTripadvisor !== undefined)
    return decoded(onTripadvisor.replaceAll('_', ' ').replace(/\.html$/, '')).trim()
  const [, alias] = /^\/biz\/([^/]+)/.exec(url.pathname) ?? []
  // Ignore a 22-character id in place of a name.
  if (alias === undefined || !/[a-z]-[a-z]/i.test(alias)) return ''
  return decoded(alias)
    .replace(/-\d+$/, '')
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const LISTING_PLATFORMS = ['google', 'yelp', 'tripadvisor'] as const
export type ListingPlatform = (typeof LISTING_PLATFORMS)[number]

export const LISTING_FIELDS = {
  google: 'googleBusinessUrl',
  yelp: 'yelpBusinessUrl',
  tripadvisor: 'tripadvisorUrl',
} as const satisfies Record<ListingPlatform, string>

const HOSTS: Record<ListingPlatform, RegExp> = {
  google:
    /^(?:(?:www|maps|search|business)\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$|^(?:maps\.app\.)?goo\.gl$|^g\.page$|^share\.google$|^g\.co$/,
  yelp: /^(?:(?:www|m|biz|[a-z]{2})\.)?yelp\.[a-z]{2,3}(?:\.[a-z]{2})?$|^yelp\.to$/,
  tripadvisor: /^(?:(?:www|m|[a-z]{2})\.)?tripadvisor\.[a-z]{2,3}(?:\.[a-z]{2})?$/,
}
const FACEBOOK_HOST = /^(?:[a-z0-9-]+\.)*(?:facebook\.com|fb\.(?:com|me|watch))$|^m\.me$/

/** A URL ends at white space, brackets, quotes and invisible characters. */
const ADDRESS = /https?:\/\/[^\s<>"“”„«»\p{Cf}]+/iu
const ADDRESS_WITHOUT_SCHEME = /^(?:www\.[^\s/]+\.[^\s/]+|(?:[a-z0-9-]+\.)+[a-z0-9-]+\/\S*)$/i
/** Punctuation after a link. Several commas are kept: links to Google's review dialog end in them. */
const PUNCTUATION_BEHIND = /(?:[.;:!?'’‘…\]}]|(?<!,),(?!,))+$/

/**
 * Extracts the URL from pasted text: phones share a link with text around it, people omit https://, and a quote or full
 * stop sticks to its end. Every platform supports https, so http:// is upgraded.
 */
export function linkIn(pasted: string): string {
  const text = pasted.replace(/\p{Cf}/gu, ' ').trim()
  const found = ADDRESS.exec(text)?.[0] ?? (ADDRESS_WITHOUT_SCHEME.test(text) ? `https://${text}` : null)
  return found === null ? text : withoutPunctuation(found).replace(/^http:\/\//i, 'https://')
}

function withoutPunctuation(link: string): string {
  const shorter = link.replace(PUNCTUATION_BEHIND, '')
  // A pair of brackets is part of a name.
  const isLoose = shorter.endsWith(')') && !shorter.includes('(')
  return isLoose ? withoutPunctuation(shorter.slice(0, -1)) : shorter
}

export function isLink(pasted: string): boolean {
  return hostOf(linkIn(pasted)) !== null
}

/** Platform of a URL, judged by its host only. */
export function platformOfLink(pasted: string): ListingPlatform | null {
  const host = hostOf(linkIn(pasted))
  if (host === null) return null
  return LISTING_PLATFORMS.find((platform) => HOSTS[platform].test(host)) ?? null
}

export function isFacebookLink(pasted: string): boolean {
  return FACEBOOK_HOST.test(hostOf(linkIn(pasted)) ?? '')
}

/** @param isOffered true if the plan includes Facebook */
export function facebookAdvice(isOffered: boolean): string {
  return isOffered
    ? 'Facebook pages are connected, not pasted. Open Sources of your business and choose Connect Facebook.'
    : 'Facebook pages are connected, with Pro. Paste the Google Maps or Yelp link of your business here.'
}

/** An optional listing link, without the text pasted around it. */
export const NullableListingUrl = v.pipe(
  v.nullable(v.pipe(v.string(INVALID_URL), v.transform(cleanText), v.transform(linkIn))),
  NullableUrl,
)

/** Obvious mistakes in a link while it is typed. Only the server can tell whether it really is a listing. */
export function linkProblem(platform: ListingPlatform, pasted: string, hasFacebook: boolean): string | null {
  if (pasted.trim() === '') return null
  const host = hostOf(linkIn(pasted))
  const name = PLATFORM_NAMES[platform]
  if (host === null)
    return `This isn’t a web address. Paste the link to your listing on ${name}, starting with https://`
  if (isFacebookLink(pasted)) return facebookAdvice(hasFacebook)
  const found = platformOfLink(pasted)
  if (found === platform) return null
  // Don't name the TripAdvisor field: not every plan has it.
  if (found === 'tripadvisor') return `This is a TripAdvisor link. Paste the link to your listing on ${name}.`
  if (found)
    return `This is a ${PLATFORM_NAMES[found]} link. Paste it into the ${PLATFORM_NAMES[found]} field.`
  return `This link leads to ${host}. Paste the link to your listing on ${name}.`
}

function hostOf(link: string): string | null {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return null
  return new URL(link).hostname
}
