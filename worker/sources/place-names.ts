import type { Platform } from '../rules/platforms.ts'
import { cidOf, featureIdOf, featureIdOfPlaceId } from './google-public/locate.ts'
import { sourceNamed } from './registry.ts'

interface ListedPlace {
  platform: Platform
  source: string
  listingUrl: string
  /** Null until resolved. */
  placeId: string | null
}

/**
 * Names that identify a place across all sources of its platform, the most reliable first: its normalized id and, if
 * its address contains no id, the address. Two listings that share a name are the same place.
 */
export function placeNames({ platform, source, listingUrl, placeId }: ListedPlace): string[] {
  const located = sourceNamed(source)?.locate(new URL(listingUrl)) ?? null
  const id = placeId ?? located?.id ?? null
  const ids = id === null ? [] : idNames(platform, id, listingUrl)
  return located !== null && located.id === null ? [...ids, addressName(located.url)] : ids
}

function idNames(platform: Platform, id: string, listingUrl: string): string[] {
  if (platform !== 'google') return [id]
  const featureId = featureIdOf(id) ?? featureIdOfPlaceId(id)
  if (featureId) return [shortNumber(cidOf(featureId))]
  // Several accounts may manage a location. Google Maps identifies it by the second half of its feature id.
  const [location = id] = /locations\/\d+$/.exec(id) ?? []
  const cid = new URL(listingUrl).searchParams.get('cid') ?? ''
  return /^\d{1,20}$/.test(cid) ? [shortNumber(cid), location] : [location]
}

/** Converts a place's decimal number (cid) to hexadecimal, as in feature ids. */
function shortNumber(cid: string): string {
  return `0x${BigInt(cid).toString(16)}`
}

/**
 * Converts an address to a name. Yelp's aliases are normalized, because Yelp ignores their case and percent-encoding.
 * Other addresses stay unchanged, because the codes of short links are case-sensitive.
 */
function addressName(address: string): string {
  const { hostname, pathname } = new URL(address)
  const isAlias = hostname.endsWith('yelp.com') && pathname.startsWith('/biz/')
  return isAlias
    ? `https://${hostname}${decodeURIComponent(pathname).normalize('NFC').toLowerCase()}`
    : address
}
