import { facebook } from './facebook/facebook.ts'
import { googleBusinessProfile } from './google-business-profile/google-business-profile.ts'
import { googlePlaces } from './google-places/google-places.ts'
import { googlePublic } from './google-public/google-public.ts'
import type { ListingPlatform } from './hosts.ts'
import type { ReviewSource } from './source.ts'
import { tripadvisor } from './tripadvisor/tripadvisor.ts'
import { yelpFusion } from './yelp-fusion/yelp-fusion.ts'
import { yelpPublic } from './yelp-public/yelp-public.ts'

/** All sources the product can collect from, the best of each platform first. */
export const SOURCES: readonly ReviewSource[] = [
  googleBusinessProfile,
  googlePublic,
  googlePlaces,
  yelpPublic,
  yelpFusion,
  facebook,
  tripadvisor,
]

export const PUBLIC_SOURCES: Record<ListingPlatform, ReviewSource> = {
  google: googlePublic,
  yelp: yelpPublic,
}

/**
 * @param name as stored with a run or a listing
 * @returns null if the source no longer exists
 */
export function sourceNamed(name: string): ReviewSource | null {
  return SOURCES.find((source) => source.name === name) ?? null
}
