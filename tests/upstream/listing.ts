import type { Vocabulary } from './texts/phrase-book.ts'

export const SIMULATED_PLATFORMS = ['google', 'yelp', 'facebook', 'tripadvisor'] as const
export type SimulatedPlatform = (typeof SIMULATED_PLATFORMS)[number]

/** What reviews a platform has of a business when the simulator starts. */
export interface ReviewPlan {
  count: number
  /** Share of ratings without a text; Yelp and TripAdvisor have none. */
  ratingOnlyShare?: number
  /** Share of reviews the owner has answered on the platform. */
  replyShare?: number
  /** Share of reviews in other languages than English. */
  foreignShare?: number
}

interface GooglePresence {
  featureId: string
  /** Code of its `maps.app.goo.gl` link. */
  shortCode: string
  /** Knowledge graph id, as it stands behind `!16s` in a place address. */
  mid: string
  plan: ReviewPlan
}

interface YelpPresence {
  encid: string
  alias: string
  /** An older name of the listing; the site redirects from it. */
  formerAlias?: string
  plan: ReviewPlan
}

export interface FacebookPresence {
  pageId: string
  /** Null for a page that has no name of its own in addresses. */
  username: string | null
  plan: ReviewPlan
}

export interface TripadvisorPresence {
  locationId: string
  geoId: string
  kind: 'Restaurant' | 'Hotel' | 'Attraction'
  plan: ReviewPlan
}

/** An invented business and what its listings are like. */
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
  /** `overlapping`: pages repeat reviews of the page before, and one page comes twice. */
  pages: 'plain' | 'overlapping'
  /** `limited`: what Google shows signed-out visitors since 2026. `gone`: not found any more. */
  state: 'open' | 'limited' | 'gone'
}
