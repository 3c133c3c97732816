/** The review platforms the product knows, in the order screens show them. */
export const PLATFORMS = ['google', 'yelp', 'facebook', 'tripadvisor'] as const
export type Platform = (typeof PLATFORMS)[number]

export const PLATFORM_NAMES: Record<Platform, string> = {
  google: 'Google',
  yelp: 'Yelp',
  facebook: 'Facebook',
  tripadvisor: 'TripAdvisor',
}

/** What is stored of an author who gives no name. */
export const UNNAMED_AUTHORS: Record<Platform, string> = {
  google: 'A Google user',
  yelp: 'A Yelp user',
  facebook: 'A Facebook user',
  tripadvisor: 'A TripAdvisor member',
}
