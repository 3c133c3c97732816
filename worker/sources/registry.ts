import type { Platform } from '../rules/platforms.ts'
import { googlePublic } from './google-public/index.ts'
import type { ListingPlatform } from './hosts.ts'
import type { ReviewSource } from './source.ts'
import { yelpPublic } from './yelp-public/index.ts'

/** The source that reads each platform's public listing. */
export const SOURCES: Record<ListingPlatform, ReviewSource> = {
  google: googlePublic,
  yelp: yelpPublic,
}

/** The source of a platform's public listing; null where there is none. */
export function sourceFor(platform: Platform): ReviewSource | null {
  return platform === 'google' || platform === 'yelp' ? SOURCES[platform] : null
}
