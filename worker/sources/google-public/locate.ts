import { isListingAddress, isListingHost, isShortLinkHost } from '../hosts.ts'
import { addressReader } from '../listing-address.ts'
import type { PlaceRef } from '../source.ts'

const HOW = 'Open your business on Google Maps, choose Share and paste the link it gives you.'

const REASONS = {
  elsewhere: `This is not a Google Maps address. ${HOW}`,
  insecure: `This link does not start with https://. ${HOW}`,
  person: `This link shows the reviews one person wrote, not your business. ${HOW}`,
  singleReview: `This link shows a single review, not your business. ${HOW}`,
  shortNumber: `This link contains only a short ID of the place, which is not enough to find its reviews. ${HOW}`,
  onlyName: `This link contains only a name, which several places can share. ${HOW}`,
  ownersArea: `This link leads to the area for owners, which only you can open. ${HOW}`,
  noBusiness: `This link leads to an address or an area, not to a business. ${HOW}`,
  otherPage: `This Google address does not lead to one business. ${HOW}`,
} as const

type Located = PlaceRef | keyof typeof REASONS

export const ONLY_NAME = REASONS.onlyName

/** The id is the feature id (`0x…:0x…`); null for short links, which `resolve` follows. */
export const { locate, whyNotListing } = addressReader(read, REASONS)

function read(url: URL): Located {
  if (/^business\.google\.[a-z.]{2,6}$/.test(url.hostname)) return 'ownersArea'
  if (!isListingHost(url.hostname, 'google')) return 'elsewhere'
  if (url.protocol !== 'https:') return 'insecure'
  if (!isListingAddress(url, 'google')) return 'otherPage'
  if (isShortLinkHost(url.hostname, 'google')) return shortLink(url)
  if (url.pathname === SHARED_PATH) return shared(url)
  if (url.pathname === '/url') return wrapped(url)
  const path = decoded(url.pathname)
  const address = decoded(url.href)
  if (path.startsWith('/maps/contrib/')) return 'person'
  if (/^\/maps\/reviews(\/|$)/.test(path)) return 'singleReview'
  if (!isListingPath(url.hostname, path)) return 'otherPage'
  const parameters = new Map([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))])
  const featureId = pairInData(address) ?? pairInParameters(parameters)
  if (featureId) return placeOf(featureId)
  return fromPlaceId(address, path, parameters)
}

/** The last feature id: earlier ones belong to the search or route that the link was opened from. */
function pairInData(address: string): string | null {
  const pairs = [...address.matchAll(/!1s(0x[0-9a-f]{1,64}:0x[0-9a-f]{1,64})/gi)].map(([, pair = '']) =>
    featureIdOf(pair),
  )
  return pairs.findLast((pair) => pair !== null) ?? null
}

/** `lrd=0xA:0xB,1,,,` opens the review window of a search; phones share `ftid=0xA:0xB`. */
function pairInParameters(parameters: Map<string, string>): string | null {
  const [lrd = ''] = (parameters.get('lrd') ?? '').split(',')
  return featureIdOf(lrd) ?? featureIdOf(parameters.get('ftid') ?? '')
}

function fromPlaceId(address: string, path: string, parameters: Map<string, string>): Located {
  const [, inQuery] = /^place_id:(.*)$/.exec(parameters.get('q') ?? '') ?? []
  const [, inData] = /!19s([A-Za-z0-9_-]{1,200})/.exec(address) ?? []
  const placeId = inQuery ?? parameters.get('query_place_id') ?? parameters.get('placeid') ?? inData
  if (placeId !== undefined) {
    const featureId = featureIdOfPlaceId(placeId.trim())
    return featureId ? placeOf(featureId) : 'noBusiness'
  }
  if (parameters.has('cid') || parameters.has('ludocid') || /0x0:0x/i.test(address)) {
    return 'shortNumber'
  }
  return path.startsWith('/maps/place/') || parameters.has('q') ? 'onlyName' : 'otherPage'
}

function placeOf(featureId: string): PlaceRef {
  return { id: featureId, url: placeLink(placeIdOf(featureId)) }
}

export function placeLink(placeId: string): string {
  return `https://www.google.com/maps/place/?q=place_id:${placeId}`
}

function isListingPath(host: string, path: string): boolean {
  if (path === '/maps/dir' || path.startsWith('/maps/dir/')) return false
  if (/^\/(maps|local)(\/|$)/.test(path)) return true
  return host.startsWith('maps.') ? path === '/' : path === '/search'
}

/** Extracts the target of a Google redirect address, as used in Google's emails and documents. */
function wrapped({ searchParams }: URL): Located {
  const target = URL.parse(searchParams.get('q') ?? searchParams.get('url') ?? '')
  const found = target && target.pathname !== '/url' ? read(target) : 'elsewhere'
  return found === 'elsewhere' ? 'otherPage' : found
}

/** Path that share.google links redirect to: a page that redirects to a place or to a search for its name. */
const SHARED_PATH = '/share.google'

function shared(url: URL): Located {
  const code = url.searchParams.get('q') ?? ''
  return /^[A-Za-z0-9_-]{1,200}$/.test(code)
    ? { id: null, url: `https://www.google.com${SHARED_PATH}?q=${code}` }
    : 'otherPage'
}

export function isSharedPage(address: string): boolean {
  return URL.parse(address)?.pathname === SHARED_PATH
}

/** Drops the suffix that opens the review form. */
function shortLink(url: URL): Located {
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  if (segments.at(-1) === 'review') segments.pop()
  const hasPrefix =
    url.hostname === 'goo.gl' || url.hostname === 'g.co' || (url.hostname === 'g.page' && segments[0] === 'r')
  const code = segments.at(-1) ?? ''
  if (segments.length !== (hasPrefix ? 2 : 1) || !/^[^\s]{1,200}$/.test(code)) return 'otherPage'
  return { id: null, url: `https://${url.hostname}/${segments.join('/')}` }
}

/** Decodes percent-encoding; only that of ASCII characters if the text isn't valid UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  }
}

const PAIR = /^0x([0-9a-f]{1,64}):0x([0-9a-f]{1,64})$/i
const PLACE_ID = /^ChIJ[A-Za-z0-9_-]{23}$/

/**
 * Normalizes a feature id to lower-case hex without leading zeros; null for anything else, `0x0:0x…` (half an id)
 * included.
 */
export function featureIdOf(text: string): string | null {
  const [, first, second] = PAIR.exec(text.trim()) ?? []
  if (first === undefined || second === undefined) return null
  return joined(BigInt(`0x${first}`), BigInt(`0x${second}`))
}

/**
 * Converts a Place ID to the feature id: the same 128 bits. Null for addresses and areas (`Ei…`, `Gh…`), which have
 * none.
 */
export function featureIdOfPlaceId(placeId: string): string | null {
  if (!PLACE_ID.test(placeId)) return null
  const bytes = Uint8Array.from(atob(placeId.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
  const frame = [bytes[0], bytes[1], bytes[2], bytes[11]]
  if (frame.join() !== '10,18,9,17') return null
  const halves = new DataView(bytes.buffer)
  return joined(halves.getBigUint64(3, true), halves.getBigUint64(12, true))
}

/** Requires a normalized feature id (`featureIdOf`). */
export function placeIdOf(featureId: string): string {
  const [first = '0x0', second = '0x0'] = featureId.split(':')
  const bytes = new Uint8Array(20)
  bytes.set([0x0a, 0x12, 0x09])
  bytes[11] = 0x11
  const halves = new DataView(bytes.buffer)
  halves.setBigUint64(3, BigInt(first), true)
  halves.setBigUint64(12, BigInt(second), true)
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

/** The second half of a feature id as unsigned decimal. A string, because it exceeds a number's safe range. */
export function cidOf(featureId: string): string {
  return BigInt(featureId.split(':')[1] ?? 0).toString()
}

function joined(first: bigint, second: bigint): string | null {
  if (first === 0n || second === 0n || first >> 64n !== 0n || second >> 64n !== 0n) return null
  return `0x${first.toString(16)}:0x${second.toString(16)}`
}
