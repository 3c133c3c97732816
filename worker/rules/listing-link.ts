import * as v from 'valibot'
import { cleanText, NullableUrl } from './fields.ts'
import { PLATFORM_NAMES } from './platforms.ts'
import { INVALID_URL } from './validators.ts'

/** The platforms whose listing an owner can paste. */
const LISTING_PLATFORMS = ['google', 'yelp', 'tripadvisor'] as const
export type ListingPlatform = (typeof LISTING_PLATFORMS)[number]

/** The field of a business that has its link on a platform. */
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

/** The address ends at white space, brackets and quotes of the text around it, and at what nobody can see. */
const ADDRESS = /https?:\/\/[^\s<>"“”„«»\p{Cf}]+/iu
const ADDRESS_WITHOUT_SCHEME = /^(?:www\.[^\s/]+\.[^\s/]+|(?:[a-z0-9-]+\.)+[a-z0-9-]+\/\S*)$/i
/** Links to Google's window of reviews end in several commas. */
const PUNCTUATION_BEHIND = /(?:[.;:!?'’‘…\]}]|(?<!,),(?!,))+$/

/**
 * The address in what was pasted: phones share a link with text around it, people leave https:// out, and a quote or a full
 * stop sticks to its end. Every platform answers over https, so http:// is upgraded.
 */
export function linkIn(pasted: string): string {
  const text = pasted.replace(/\p{Cf}/gu, ' ').trim()
  const found = ADDRESS.exec(text)?.[0] ?? (ADDRESS_WITHOUT_SCHEME.test(text) ? `https://${text}` : null)
  return found === null ? text : withoutPunctuation(found).replace(/^http:\/\//i, 'https://')
}

function withoutPunctuation(link: string): string {
  const shorter = link.replace(PUNCTUATION_BEHIND, '')
  // Brackets belong to a name when both are there.
  const isLoose = shorter.endsWith(')') && !shorter.includes('(')
  return isLoose ? withoutPunctuation(shorter.slice(0, -1)) : shorter
}

/** True for an address, in whatever text; false for a name. */
export function isLink(pasted: string): boolean {
  return hostOf(linkIn(pasted)) !== null
}

/** Which platform an address belongs to, by its host alone. */
export function platformOfLink(pasted: string): ListingPlatform | null {
  const host = hostOf(linkIn(pasted))
  if (host === null) return null
  return LISTING_PLATFORMS.find((platform) => HOSTS[platform].test(host)) ?? null
}

/** True for an address of Facebook, Messenger's and short ones included. */
export function isFacebookLink(pasted: string): boolean {
  return FACEBOOK_HOST.test(hostOf(linkIn(pasted)) ?? '')
}

/** Said where a link of Facebook is pasted. @param isOffered whether the plan has Facebook */
export function facebookAdvice(isOffered: boolean): string {
  return isOffered
    ? 'Facebook pages are connected, not pasted. Open Sources of your business and choose Connect Facebook.'
    : 'Facebook pages are connected, with Pro. Paste the Google Maps or Yelp link of your business here.'
}

/** The link of a listing, cleaned of what was pasted with it, or nothing. */
export const NullableListingUrl = v.pipe(
  v.nullable(v.pipe(v.string(INVALID_URL), v.transform(cleanText), v.transform(linkIn))),
  NullableUrl,
)

/** What is plainly wrong with an address while it is typed. Whether it really is a listing is the server's to say. */
export function linkProblem(platform: ListingPlatform, pasted: string, hasFacebook: boolean): string | null {
  if (pasted.trim() === '') return null
  const host = hostOf(linkIn(pasted))
  const name = PLATFORM_NAMES[platform]
  if (host === null)
    return `This isn’t a web address. Paste the link to your listing on ${name}, starting with https://`
  if (isFacebookLink(pasted)) return facebookAdvice(hasFacebook)
  const found = platformOfLink(pasted)
  if (found === platform) return null
  // Not every plan has a field for TripAdvisor.
  if (found === 'tripadvisor') return `This is a TripAdvisor link. Paste the link to your listing on ${name}.`
  if (found)
    return `This is a ${PLATFORM_NAMES[found]} link. Paste it into the ${PLATFORM_NAMES[found]} field.`
  return `This link leads to ${host}. Paste the link to your listing on ${name}.`
}

function hostOf(link: string): string | null {
  if (!/^https?:\/\//i.test(link) || !URL.canParse(link)) return null
  return new URL(link).hostname
}
