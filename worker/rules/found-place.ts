import * as v from 'valibot'
import { NullableUrl } from './fields.ts'
import type { Platform } from './platforms.ts'
import { INVALID_URL } from './validators.ts'

export const FindPlaceInput = v.object({
  link: v.pipe(NullableUrl, v.string(INVALID_URL)),
})
export type FindPlaceInput = v.InferOutput<typeof FindPlaceInput>

/** What a link leads to, for its owner to say whether that is their place. */
export interface FoundPlaceView {
  platform: Extract<Platform, 'google' | 'yelp' | 'tripadvisor'>
  link: string
  /** As far as the link tells it; '' where it doesn't. */
  name: string
  /** What the platform states, or else what its newest reviews come to; null where it shows none. */
  rating: number | null
  /** How many reviews the platform states; null where it doesn't. */
  total: number | null
  /** How many reviews were looked at. */
  seen: number
  newest: { authorName: string; rating: number; reviewText: string } | null
  /** Why the platform showed nothing; it can be added nevertheless. */
  problem: string | null
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
