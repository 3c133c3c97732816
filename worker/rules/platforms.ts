/** Supported review platforms, in display order. */
export const PLATFORMS = ['google', 'yelp', 'facebook', 'tripadvisor'] as const
export type Platform = (typeof PLATFORMS)[number]

export const PLATFORM_NAMES: Record<Platform, string> = {
  google: 'Google',
  yelp: 'Yelp',
  facebook: 'Facebook',
  tripadvisor: 'TripAdvisor',
}

/** Author name stored for an anonymous review. */
export const UNNAMED_AUTHORS: Record<Platform, string> = {
  google: 'A Google user',
  yelp: 'A Yelp user',
  facebook: 'A Facebook user',
  tripadvisor: 'A TripAdvisor member',
}
