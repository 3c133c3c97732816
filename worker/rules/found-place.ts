import * as v from 'valibot'
import { requiredString } from './fields.ts'
import { isLink, type ListingPlatform, linkIn } from './listing-link.ts'
import { isHttpUrl } from './validators.ts'

const MAX_LINK_CHARS = 2_048
/** Message for a broken link, and for a name if no platform can be searched by name. */
export const NOT_A_LINK =
  'That isn’t a link. Open your business on Google Maps, choose Share and paste the link it gives you.'

/** A pasted link, possibly with text around it, or the name of a place. */
export const FindPlaceInput = v.object({
  link: v.pipe(
    requiredString(MAX_LINK_CHARS, 'The link', 'Paste the link to your business first.'),
    v.transform(linkIn),
    v.check((text) => !isLink(text) || isHttpUrl(text), NOT_A_LINK),
  ),
})
export type FindPlaceInput = v.InferOutput<typeof FindPlaceInput>

/** Preview of the place behind a link, for the owner to confirm. */
export interface FoundPlaceView {
  platform: ListingPlatform
  link: string
  /** From the platform or the link; '' if neither has it. */
  name: string
  /** Null unless the place was found by name. */
  address: string | null
  /** The platform's rating, or else the average of its newest reviews; null if it shows none. */
  rating: number | null
  /** Review count according to the platform; null if unknown. */
  total: number | null
  /** Number of reviews that were read. */
  seen: number
  newest: { authorName: string; rating: number; reviewText: string } | null
  /** Why the platform showed nothing. The owner has to say whether the place exists. */
  problem: string | null
  /** What its platform says it is, `Noodle restaurant`; null where it doesn't. */
  category: string | null
  /** True if neither that nor its name tells its kind: then its owner is asked. */
  asksKind: boolean
  /** Other places that match the name, best match first. */
  others: NamedPlaceView[]
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
