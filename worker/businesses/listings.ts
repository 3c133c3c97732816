import { DomainError } from '../errors.ts'
import type { Platform } from '../rules/platforms.ts'
import { whyNotListing as whyNotGoogle } from '../sources/google-public/locate.ts'
import { PUBLIC_SOURCES } from '../sources/index.ts'
import type { PlaceRef } from '../sources/source.ts'
import { whyNotListing as whyNotYelp } from '../sources/yelp-public/locate.ts'

export type ListingUrls = {
  googleBusinessUrl?: string | null | undefined
  yelpBusinessUrl?: string | null | undefined
}

const FIELDS = {
  google: { field: 'googleBusinessUrl', why: whyNotGoogle },
  yelp: { field: 'yelpBusinessUrl', why: whyNotYelp },
} as const

export interface Listing {
  platform: keyof typeof FIELDS & Platform
  source: string
  /** The address as the owner gave it. */
  url: string
  place: PlaceRef
}

/**
 * The listings that the given addresses name, without a request.
 *
 * @throws DomainError `invalid_input` with the reason beside each address that is no listing
 */
export function locateListings(urls: ListingUrls): Listing[] {
  const listings: Listing[] = []
  const fields: Record<string, string> = {}
  for (const platform of ['google', 'yelp'] as const) {
    const { field, why } = FIELDS[platform]
    const given = urls[field]
    if (!given) continue
    const url = new URL(given)
    const place = PUBLIC_SOURCES[platform].locate(url)
    if (place) listings.push({ platform, source: PUBLIC_SOURCES[platform].name, url: given, place })
    else fields[field] = why(url)
  }
  const faults = Object.values(fields)
  if (faults.length > 0) throw new DomainError('invalid_input', faults.join(' '), { fields })
  return listings
}
