import { placeIdOf } from './ids.ts'
import type { Listing, SimulatedPlatform } from './listing.ts'
import { facebookUrl, formerYelpUrl, googleUrl, shortLink, tripadvisorUrl, yelpUrl } from './listings.ts'
import type { World } from './world.ts'

/** A listing as tests in other processes learn of it. */
export interface ListingSummary {
  key: string
  name: string
  state: Listing['state']
  google: { featureId: string; placeId: string; url: string; shortLink: string; reviewCount: number } | null
  yelp: { encid: string; alias: string; url: string; formerUrl: string | null; reviewCount: number } | null
  facebook: { pageId: string; url: string; reviewCount: number } | null
  tripadvisor: { locationId: string; url: string; reviewCount: number } | null
}

export function summaryOf(world: World, listing: Listing): ListingSummary {
  const { key, name, state, google, yelp, facebook, tripadvisor } = listing
  const count = (platform: SimulatedPlatform) => world.reviews(listing, platform).length
  return {
    key,
    name,
    state,
    google: google && {
      featureId: google.featureId,
      placeId: placeIdOf(google.featureId),
      url: googleUrl(listing),
      shortLink: shortLink(listing),
      reviewCount: count('google'),
    },
    yelp: yelp && {
      encid: yelp.encid,
      alias: yelp.alias,
      url: yelpUrl(listing),
      formerUrl: yelp.formerAlias ? formerYelpUrl(listing) : null,
      reviewCount: count('yelp'),
    },
    facebook: facebook
      ? { pageId: facebook.pageId, url: facebookUrl(listing), reviewCount: count('facebook') }
      : null,
    tripadvisor: tripadvisor
      ? {
          locationId: tripadvisor.locationId,
          url: tripadvisorUrl(listing),
          reviewCount: count('tripadvisor'),
        }
      : null,
  }
}
