import {
  type AnyPlatform,
  isOwnPlatform,
  type OwnPlatform,
  PLATFORM_NAMES,
  type ReviewPlatform,
  UNKNOWN_PLATFORM,
} from './platforms.ts'

// Apart from platforms.ts, which every screen loads.

export const MAX_PLATFORM_NAME_CHARS = 40

/** Author name stored for an anonymous review. */
export const UNNAMED_AUTHORS: Record<ReviewPlatform, string> = {
  google: 'A Google user',
  yelp: 'A Yelp user',
  facebook: 'A Facebook user',
  tripadvisor: 'A TripAdvisor member',
  other: 'A guest',
}

export function platformNameIn(own: readonly OwnPlatform[], platform: AnyPlatform): string {
  if (!isOwnPlatform(platform)) return PLATFORM_NAMES[platform]
  return own.find(({ id }) => id === platform)?.name ?? UNKNOWN_PLATFORM
}
