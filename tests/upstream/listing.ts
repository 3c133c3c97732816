import type { Vocabulary } from './texts/phrase-book.ts'

export const SIMULATED_PLATFORMS = ['google', 'yelp', 'facebook', 'tripadvisor'] as const
export type SimulatedPlatform = (typeof SIMULATED_PLATFORMS)[number]

/** The reviews that a platform has of a business when the simulator starts. */
export interface ReviewPlan {
  count: number
  /** Share of ratings without a text; Yelp and TripAdvisor have none. */
  ratingOnlyShare?: number
  /** Share of reviews the owner has answered on the platform. */
  replyShare?: number
  /** Share of reviews in languages other than English. */
  foreignShare?: number
}

interface GooglePresence {
  featureId: string
  /** Code of its `maps.app.goo.gl` link. */
  shortCode: string
  /** Knowledge graph id, as after `!16s` in a place's URL. */
  mid: string
  plan: ReviewPlan
}

interface YelpPresence {
  encid: string
  alias: string
  /** A previous name of the listing, which redirects to the current one. */
  formerAlias?: string
  plan: ReviewPlan
}

export interface FacebookPresence {
  pageId: string
  /** Name in the page's URL; null if it has none. */
  username: string | null
  plan: ReviewPlan
}

export interface TripadvisorPresence {
  locationId: string
  geoId: string
  kind: 'Restaurant' | 'Hotel' | 'Attraction'
  plan: ReviewPlan
}

/** An invented business with its listings. */
export interface Listing {
  key: string
  name: string
  kind: 'food' | 'shop' | 'care' | 'service'
  category: string
  address: { street: string; city: string; region: string; postalCode: string; phone: string }
  position: { latitude: number; longitude: number }
  timeZone: string
  vocabulary: Vocabulary
  google: GooglePresence | null
  yelp: YelpPresence | null
  facebook?: FacebookPresence
  tripadvisor?: TripadvisorPresence
  /** `overlapping`: pages repeat reviews of the previous page, and one page is delivered twice. */
  pages: 'plain' | 'overlapping'
  /** `limited`: Google shows signed-out visitors only a limited view, as since 2026. `gone`: no longer found. */
  state: 'open' | 'limited' | 'gone'
}
