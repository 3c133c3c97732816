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

/** The address a browser shows for the place. @throws Error when the business is not on Google */
export function googleUrl(listing: Listing): string {
  const { featureId, mid } = presenceOn(listing, 'google')
  const name = encodeURIComponent(listing.name).replaceAll('%20', '+')
  const { latitude, longitude } = listing.position
  const data = `!3m1!4b1!4m6!3m5!1s${featureId}!8m2!3d${latitude}!4d${longitude}!16s${encodeURIComponent(mid)}`
  return `https://www.google.com/maps/place/${name}/@${latitude},${longitude},17z/data=${data}?entry=ttu`
}

/** What 'Share' in Google Maps gives. @throws Error when the business is not on Google */
export function shortLink(listing: Listing): string {
  return `https://maps.app.goo.gl/${presenceOn(listing, 'google').shortCode}`
}

/** @throws Error when the business is not on Yelp */
export function yelpUrl(listing: Listing): string {
  return `https://www.yelp.com/biz/${presenceOn(listing, 'yelp').alias}`
}

/** The address from before the listing was renamed. @throws Error when it never was */
export function formerYelpUrl(listing: Listing): string {
  const { formerAlias } = presenceOn(listing, 'yelp')
  if (!formerAlias) throw new Error(`${listing.name} was never renamed.`)
  return `https://www.yelp.com/biz/${formerAlias}`
}

/** @throws Error when the business has no page on Facebook */
export function facebookUrl(listing: Listing): string {
  const { pageId, username } = presenceOn(listing, 'facebook')
  return `https://www.facebook.com/${username ?? `profile.php?id=${pageId}`}`
}

/** @throws Error when the business is not on TripAdvisor */
export function tripadvisorUrl(listing: Listing): string {
  const { locationId, geoId, kind } = presenceOn(listing, 'tripadvisor')
  const words = [listing.name, listing.address.city].map((text) => text.replace(/[^A-Za-z]+/g, '_'))
  return `https://www.tripadvisor.com/${kind}_Review-g${geoId}-d${locationId}-Reviews-${words.join('-')}.html`
}

/**
 * Every name a platform has for a listing: feature id, Place ID, cid and short code; encid and aliases; page id and user
 * name; location id.
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

/** True when a name is one of the listing's on a platform, or its key here. */
export function isNamed(listing: Listing, platform: SimulatedPlatform, name: string): boolean {
  return name === listing.key || namesOn(listing, platform).includes(name)
}

/** Finds a listing by a name the platform has for it. */
export function findListing(platform: SimulatedPlatform, name: string): Listing | null {
  return ALL_LISTINGS.find((listing) => namesOn(listing, platform).includes(name)) ?? null
}

/** Places on Google whose name and town hold every word of a text. */
export function listingsCalled(text: string): Listing[] {
  const parts = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return ALL_LISTINGS.filter(({ google, name, address, state }) => {
    const called = `${name} ${address.city} ${address.region}`.toLowerCase()
    return google && state !== 'gone' && parts.every((part) => called.includes(part))
  })
}
