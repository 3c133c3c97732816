import { LISTINGS } from './catalogue.ts'
import { cidOf, placeIdOf } from './ids.ts'
import type { Listing, SimulatedPlatform } from './listing.ts'

export type { Listing, SimulatedPlatform }
export { LISTINGS }
export type ListingKey = keyof typeof LISTINGS
export const ALL_LISTINGS: readonly Listing[] = Object.values(LISTINGS)

function presenceOn<P extends SimulatedPlatform>(listing: Listing, platform: P) {
  const presence = listing[platform]
  if (!presence) throw new Error(`${listing.name} has no ${platform} listing.`)
  return presence as NonNullable<Listing[P]>
}

/** The place's URL in a browser. @throws Error if the business isn't on Google */
export function googleUrl(listing: Listing): string {
  const { featureId, mid } = presenceOn(listing, 'google')
  const name = encodeURIComponent(listing.name).replaceAll('%20', '+')
  const { latitude, longitude } = listing.position
  const data = `!3m1!4b1!4m6!3m5!1s${featureId}!8m2!3d${latitude}!4d${longitude}!16s${encodeURIComponent(mid)}`
  return `https://www.google.com/maps/place/${name}/@${latitude},${longitude},17z/data=${data}?entry=ttu`
}

/** The link from 'Share' in Google Maps. @throws Error if the business isn't on Google */
export function shortLink(listing: Listing): string {
  return `https://maps.app.goo.gl/${presenceOn(listing, 'google').shortCode}`
}

/** @throws Error if the business isn't on Yelp */
export function yelpUrl(listing: Listing): string {
  return `https://www.yelp.com/biz/${presenceOn(listing, 'yelp').alias}`
}

/** The URL before the listing was renamed. @throws Error if it never was */
export function formerYelpUrl(listing: Listing): string {
  const { formerAlias } = presenceOn(listing, 'yelp')
  if (!formerAlias) throw new Error(`${listing.name} was never renamed.`)
  return `https://www.yelp.com/biz/${formerAlias}`
}

/** @throws Error if the business has no page on Facebook */
export function facebookUrl(listing: Listing): string {
  const { pageId, username } = presenceOn(listing, 'facebook')
  return `https://www.facebook.com/${username ?? `profile.php?id=${pageId}`}`
}

/** @throws Error if the business isn't on TripAdvisor */
export function tripadvisorUrl(listing: Listing): string {
  const { locationId, geoId, kind } = presenceOn(listing, 'tripadvisor')
  const words = [listing.name, listing.address.city].map((text) => text.replace(/[^A-Za-z]+/g, '_'))
  return `https://www.tripadvisor.com/${kind}_Review-g${geoId}-d${locationId}-Reviews-${words.join('-')}.html`
}

/**
 * All names that a platform has for a listing: feature id, Place ID, cid and short code; encid and aliases; page id and
 * username; location id.
 */
function namesOn(listing: Listing, platform: SimulatedPlatform): string[] {
  const { google, yelp, facebook, tripadvisor } = listing
  switch (platform) {
    case 'google':
      if (!google) return []
      return [google.featureId, placeIdOf(google.featureId), cidOf(google.featureId), google.shortCode]
    case 'yelp':
      if (!yelp) return []
      return [yelp.encid, yelp.alias, ...(yelp.formerAlias ? [yelp.formerAlias] : [])]
    case 'facebook':
      return facebook ? [facebook.pageId, ...(facebook.username ? [facebook.username] : [])] : []
    case 'tripadvisor':
      return tripadvisor ? [tripadvisor.locationId] : []
  }
}

/** True if the name is the listing's key or one of its names on the platform. */
export function isNamed(listing: Listing, platform: SimulatedPlatform, name: string): boolean {
  return name === listing.key || namesOn(listing, platform).includes(name)
}

/** Finds a listing by any of its names on a platform. */
export function findListing(platform: SimulatedPlatform, name: string): Listing | null {
  return ALL_LISTINGS.find((listing) => namesOn(listing, platform).includes(name)) ?? null
}

/** Places on Google whose name, town and region contain every word of a text. */
export function listingsCalled(text: string): Listing[] {
  const parts = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return ALL_LISTINGS.filter(({ google, name, address, state }) => {
    const called = `${name} ${address.city} ${address.region}`.toLowerCase()
    return google && state !== 'gone' && parts.every((part) => called.includes(part))
  })
}
