import * as v from 'valibot'
import { requiredString } from './fields.ts'
import { isLink, type ListingPlatform, linkIn } from './listing-link.ts'
import { isHttpUrl } from './validators.ts'

const MAX_LINK_CHARS = 2_048
/** Said where no platform can be searched for a name, and of a link that is broken. */
export const NOT_A_LINK =
  'That isn’t a link. Open your business on Google Maps, choose Share and paste the link it gives you.'

/** A link with whatever was pasted around it, or the name of a place. */
export const FindPlaceInput = v.object({
  link: v.pipe(
    requiredString(MAX_LINK_CHARS, 'The link', 'Paste the link to your business first.'),
    v.transform(linkIn),
    v.check((text) => !isLink(text) || isHttpUrl(text), NOT_A_LINK),
  ),
})
export type FindPlaceInput = v.InferOutput<typeof FindPlaceInput>

/** What a link leads to, for its owner to say whether that is their place. */
export interface FoundPlaceView {
  platform: ListingPlatform
  link: string
  /** As far as the platform or the link tells it; '' where neither does. */
  name: string
  /** Null unless it was found by its name. */
  address: string | null
  /** What the platform states, or else what its newest reviews come to; null where it shows none. */
  rating: number | null
  /** How many reviews the platform states; null where it doesn't. */
  total: number | null
  /** How many reviews were looked at. */
  seen: number
  newest: { authorName: string; rating: number; reviewText: string } | null
  /** Why the platform showed nothing: whether the place exists is its owner's to say. */
  problem: string | null
  /** Places that the same name may mean as well, best match first. */
  others: NamedPlaceView[]
}

export interface NamedPlaceView {
  name: string
  address: string
  link: string
}

/** The name of a place as its address at the platform has it: '/maps/place/Harbor+Books/@…', '/biz/harbor-books-porto'. */
export function placeNameIn(link: string): string {
  const url = URL.parse(link)
  if (!url) return ''
  const [, onMaps] = /^\/maps\/place\/([^/@]+)/.exec(url.pathname) ?? []
  if (onMaps !== undefined) {
    // Behind the first comma comes the address, where the link has one.
    const [name = ''] = decoded(onMaps.replaceAll('+', ' ')).split(',')
    return name.trim()
  }
  const [, onTripadvisor] = /-Reviews-(?:or\d+-)?([^-]+)/.exec(url.pathname) ?? []
  if (onTripadvisor !== undefined)
    return decoded(onTripadvisor.replaceAll('_', ' ').replace(/\.html$/, '')).trim()
  const [, alias] = /^\/biz\/([^/]+)/.exec(url.pathname) ?? []
  // An id of 22 characters in place of a name says nothing.
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
