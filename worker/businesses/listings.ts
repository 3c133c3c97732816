import { businesses } from '#db/schema/index.ts'
import { DomainError } from '../errors.ts'
import type { UpdateBusinessInput } from '../rules/businesses.ts'
import { facebookAdvice, isFacebookLink } from '../rules/found-place.ts'
import { allowsPlatform } from '../rules/plans.ts'
import type { Platform } from '../rules/platforms.ts'
import { whyNotListing as whyNotGoogle } from '../sources/google-public/locate.ts'
import { SOURCES } from '../sources/registry.ts'
import type { PlaceRef } from '../sources/source.ts'
import { whyNotListing as whyNotTripadvisor } from '../sources/tripadvisor/locate.ts'
import { whyNotListing as whyNotYelp } from '../sources/yelp-public/locate.ts'
import { chooseSource, type SourceSettings } from './choose-source.ts'

type ListingUrls = Partial<Pick<UpdateBusinessInput, (typeof FIELDS)[keyof typeof FIELDS]['field']>>

/** Platforms whose listing an owner gives by its address, and the message for an invalid address. */
const FIELDS = {
  google: { field: 'googleBusinessUrl', why: whyNotGoogle },
  yelp: { field: 'yelpBusinessUrl', why: whyNotYelp },
  tripadvisor: { field: 'tripadvisorUrl', why: whyNotTripadvisor },
} as const
export const LISTED_PLATFORMS = ['google', 'yelp', 'tripadvisor'] as const satisfies Platform[]

type ListedPlatform = (typeof LISTED_PLATFORMS)[number]

/** Column with the URL of a business's listing on a platform. */
export function linkColumn(platform: ListedPlatform) {
  return businesses[FIELDS[platform].field]
}

export interface Listing {
  platform: ListedPlatform
  source: string
  url: string
  place: PlaceRef
  /** True if the former URL names the same listing, so that the place already found for it stays valid. */
  isUnchanged: boolean
}

/**
 * Parses the given addresses to listings, without a request; `former` are the addresses they replace.
 * @throws DomainError `invalid_input` with the reason for each address that isn't a listing
 */
export function locateListings(
  urls: ListingUrls,
  { settings, plan }: { settings: SourceSettings; plan: string },
  former: ListingUrls = {},
): Listing[] {
  const listings: Listing[] = []
  const fields: Record<string, string> = {}
  for (const platform of LISTED_PLATFORMS) {
    const { field, why } = FIELDS[platform]
    const given = urls[field]
    if (!given) continue
    const url = new URL(given)
    const found = locate(platform, url, settings)
    if (found) {
      const before = former[field] ? locate(platform, new URL(former[field]), settings) : null
      listings.push({
        platform,
        source: found.source,
        url: given,
        place: found.place,
        isUnchanged: before?.place.url === found.place.url,
      })
    } else fields[field] = isFacebookLink(given) ? facebookAdvice(allowsPlatform(plan, 'facebook')) : why(url)
  }
  const faults = Object.values(fields)
  if (faults.length > 0) throw new DomainError('invalid_input', faults.join(' '), { fields })
  return listings
}

export function locateLink(platform: ListedPlatform, link: string, settings: SourceSettings) {
  return URL.canParse(link) ? locate(platform, new URL(link), settings) : null
}

/**
 * Parses a URL with the platform's current source. If there is none, or it can't identify the listing, any other source
 * of the platform is tried.
 */
function locate(platform: Platform, url: URL, settings: SourceSettings) {
  const chosen = chooseSource(platform, null, settings)
  const others = SOURCES.filter((source) => source.platform === platform && source.access !== 'connection')
  for (const source of chosen ? [chosen, ...others] : others) {
    const place = source.locate(url)
    if (place) return { source: source.name, place }
  }
  return null
}
