import { isOpen, operatorKey, requirePlatform, whyNoSource } from '../businesses/choose-source.ts'
import { type Listing, locateListings } from '../businesses/listings.ts'
import { industryOf, readKindOf } from '../businesses/place-kinds.ts'
import { comparePlaces } from '../businesses/same-place.ts'
import { findGoogleConnection } from '../connections/list.ts'
import { searchConnected } from '../connections/places.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError, fieldError } from '../errors.ts'
import { type Limit, requireTry } from '../identity/limits/tries.ts'
import { logEvent } from '../platform/log.ts'
import { HOUR_MS, SECOND_MS } from '../rules/durations.ts'
import {
  type FindPlaceInput,
  type FoundPlaceView,
  facebookAdvice,
  isFacebookLink,
  isLink,
  LISTING_FIELDS,
  NOT_A_LINK,
  placeNameIn,
  platformOfLink,
} from '../rules/found-place.ts'
import { allowsPlatform } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { averageRating } from '../rules/statistics.ts'
import { AGENT_NAMES } from '../sources/agent.ts'
import { placeLink } from '../sources/google-public/locate.ts'
import { sourceNamed } from '../sources/registry.ts'
import {
  type FoundPlace,
  type NamedPlace,
  type PlaceRef,
  type ReviewSource,
  SourceError,
  type SourcePage,
} from '../sources/source.ts'
import { type Asking, fetchPage, resolvePlace, searchPlaces } from './fetch.ts'
import { countPreview, countWait, usedPlace } from './place-usage.ts'

/** Limit per organization, because each search makes up to six requests to a platform. */
const SEARCHES: Limit = {
  name: 'find-place',
  max: 20,
  windowMs: HOUR_MS,
  message: 'Too many places were looked up within the last hour. Please wait a while.',
}
const MAX_EXCERPT_CHARS = 200

/**
 * Finds the place for a pasted link or a typed name, with its name and the platform's first page of reviews. Stores
 * nothing. If the platform shows nothing, the result says why, because the owner can add the place anyway.
 *
 * @throws DomainError `invalid_input` for `link` if it leads to no place; `plan_limit` for a platform outside the
 * plan; `too_many`
 */
export async function findPlace(ctx: MemberContext, { link }: FindPlaceInput): Promise<FoundPlaceView> {
  if (!isLink(link)) return findByName(ctx, link)
  if (isFacebookLink(link)) throw refused(facebookAdvice(allowsPlatform(ctx.organization.plan, 'facebook')))
  return (await findByLink(ctx, link)).view
}

/**
 * `findPlace` for a link to a listing, with the place it leads to. A short link tells its place only when followed.
 *
 * @returns `place` as in the link if the platform showed nothing
 */
export async function findByLink(
  ctx: MemberContext,
  link: string,
): Promise<{ view: FoundPlaceView; place: PlaceRef }> {
  const listing = listingIn(ctx, link)
  requirePlatform(ctx, listing.platform)
  const kindOf = await readKindOf(ctx)
  const nothing = {
    platform: listing.platform,
    link,
    name: placeNameIn(link),
    isNameGuessed: isGuessed(listing.platform, placeNameIn(link)),
    address: null,
    rating: null,
    isRatingOfSeen: false,
    total: null,
    seen: 0,
    newest: null,
    category: null,
    asksKind: kindOf({ name: placeNameIn(link), industry: null }) === undefined,
    others: [],
  }
  const source = askableSource(ctx, listing)
  if (typeof source === 'string') {
    const view = { ...nothing, ...(await ownListings(ctx, [listing])), problem: source }
    return { view, place: listing.place }
  }
  await requireTry(ctx, SEARCHES, ctx.organization.id)
  const asked = { organizationId: ctx.organization.id, listing, source }
  const { name, isNameStated, category, place, page, problem } = await lookAtPlace(ctx, asked).catch(
    (error: unknown) => {
      throw error instanceof SourceError ? refused(whyNoPlace(error, listing.platform)) : error
    },
  )
  const found = place ? [{ platform: listing.platform, source: source.name, place }] : []
  const about = {
    ...{ name, isNameGuessed: !isNameStated && isGuessed(listing.platform, name) },
    ...{ category, asksKind: kindOf({ name, industry: category }) === undefined },
    ...(await ownListings(ctx, [listing, ...found])),
  }
  const led = place ?? listing.place
  if (!page) return { view: { ...nothing, ...about, problem }, place: led }
  const { reviews, total } = page
  const [first] = reviews
  const ofSeen = averageRating(
    reviews.reduce((sum, review) => sum + review.rating, 0),
    reviews.length,
  )
  const view = {
    ...nothing,
    ...about,
    rating: page.rating ?? (ofSeen || null),
    isRatingOfSeen: !page.rating,
    total,
    seen: reviews.length,
    newest: first
      ? { authorName: first.authorName, rating: first.rating, reviewText: excerptOf(first.reviewText) }
      : null,
    problem: null,
  }
  return { view, place: led }
}

/**
 * True if the name may be misspelled, because it was guessed from a URL. Only Google's URLs contain the exact name;
 * Yelp's append the town.
 */
function isGuessed(platform: Platform, name: string): boolean {
  return platform !== 'google' && name !== ''
}

async function ownListings(ctx: MemberContext, places: Parameters<typeof comparePlaces>[1]) {
  const { listed, without } = await comparePlaces(ctx, places)
  return { isListed: listed !== null, listedAs: listed?.business ?? null, mayBelongTo: without }
}

/**
 * Reason why the link leads to no place. For `not_found` it replaces the error's own message, which would say that the
 * listing is gone.
 */
function whyNoPlace({ kind, finalMessage }: SourceError, platform: Platform): string {
  if (kind !== 'not_found') return finalMessage
  const where = platform === 'google' ? 'Google Maps > Share' : `its page on ${PLATFORM_NAMES[platform]}`
  return `${PLATFORM_NAMES[platform]} doesn’t find this place. Copy the link again from ${where}.`
}

async function findByName(ctx: MemberContext, name: string): Promise<FoundPlaceView> {
  const places = await placesCalled(ctx, name)
  if (places === null) throw refused(NOT_A_LINK)
  const [best, ...others] = places.map((place) => ({ ...place, link: placeLink(place.placeId) }))
  if (!best) {
    throw refused(
      `That isn’t a link, and Google finds no place called “${excerptOf(name)}”. Add its town, or paste its Google Maps link.`,
    )
  }
  const { view: found } = await findByLink(ctx, best.link)
  const kindOf = await readKindOf(ctx)
  return {
    ...found,
    name: best.name,
    asksKind: kindOf({ name: best.name, industry: found.category }) === undefined,
    address: best.address || null,
    others: others.map((place) => ({ name: place.name, address: place.address, link: place.link })),
  }
}

/** Searches with the operator's key, or else the owner's connection; null if neither is available. */
async function placesCalled(ctx: MemberContext, name: string): Promise<NamedPlace[] | null> {
  const apiKey = operatorKey('google-places', ctx.settings)
  const connection = apiKey ? null : await findGoogleConnection(ctx)
  if (!apiKey && !connection) return null
  await requireTry(ctx, SEARCHES, ctx.organization.id)
  try {
    if (apiKey) return await searchPlaces(ctx, name, { apiKey, timeoutMs: LOOK_TIMEOUT_MS })
    return connection && (await searchConnected(ctx, connection, name))
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    logEvent('place_search_refused', { requestId: ctx.requestId, kind: error.kind })
    return null
  }
}

function refused(message: string): DomainError {
  return fieldError('invalid_input', 'link', message)
}

function excerptOf(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= MAX_EXCERPT_CHARS) return text
  return `${characters.slice(0, MAX_EXCERPT_CHARS).join('').trimEnd()}…`
}

const PASTE_LISTING = 'Paste the link to the business on Google Maps, Yelp or TripAdvisor.'
/** Short, because somebody is waiting for the screen. */
export const LOOK_TIMEOUT_MS = 10 * SECOND_MS
/** Per place. Lookups are counted like previews. */
export const MAX_LOOKS = 12

/** @throws DomainError `invalid_input` for `link` */
export function listingIn(ctx: BackgroundContext, link: string): Listing {
  const platform = platformOfLink(link)
  if (platform === null) {
    const { hostname } = new URL(link)
    throw fieldError('invalid_input', 'link', `This link leads to ${hostname}. ${PASTE_LISTING}`)
  }
  try {
    const [listing] = locateListings(
      { [LISTING_FIELDS[platform]]: link },
      { settings: ctx.settings, plan: '' },
    )
    if (listing) return listing
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_input') {
      throw new DomainError('invalid_input', error.message, { fields: { link: error.message } })
    }
    throw error
  }
  throw new DomainError('invalid_input', 'Paste the link of a business.')
}

/** A source to look up a listing with, or a sentence saying why there is none. Nothing is stored. */
export function askableSource(
  ctx: BackgroundContext,
  { source: name, platform }: Listing,
): ReviewSource | string {
  const source = sourceNamed(name)
  return source && isOpen(source, ctx.settings) ? source : whyNoSource(platform)
}

interface PublicPlace {
  /** The platform's, or else from the place's URLs; '' if they don't contain it. */
  name: string
  /** True if the platform stated the name. */
  isNameStated: boolean
  category: string | null
  /** The place that the link leads to; null if the link couldn't be followed. */
  place: FoundPlace | null
  /** Null if the platform shows nothing; then `problem` says why. */
  page: SourcePage | null
  problem: string | null
}

/**
 * Looks up the name and the first page of reviews of a listing. Stores only the record that the place was requested.
 *
 * @throws SourceError `wrong_listing` or `not_found` if the link leads to no place
 */
export async function lookAtPlace(
  ctx: BackgroundContext,
  { organizationId, listing, source }: { organizationId: string; listing: Listing; source: ReviewSource },
): Promise<PublicPlace> {
  const { platform, place, url } = listing
  const asked = { source: source.name, listingUrl: place.url, placeId: place.id }
  const used = usedPlace({ organizationId, platform }, asked)
  const named = placeNameIn(url)
  if (!(await countPreview(ctx, used, ctx.createId(), MAX_LOOKS)))
    return {
      name: named,
      isNameStated: false,
      category: null,
      place: null,
      page: null,
      problem: 'This place was looked up too often within the last hour.',
    }
  const { follower, seen } = following(source)
  const asking: Asking = {
    source: follower,
    organizationId,
    businessId: '',
    listingUrl: place.url,
    timeoutMs: LOOK_TIMEOUT_MS,
    agent: AGENT_NAMES[0],
  }
  const about = (page: SourcePage | null) => ({
    name: seen.name || named || placeNameIn(seen.address),
    isNameStated: seen.name !== '',
    category: industryOf(page?.category || seen.category),
  })
  let found: FoundPlace | null = null
  try {
    found = place.id === null ? await resolvePlace(ctx, asking) : { id: place.id, url: place.url }
    const page = await fetchPage(ctx, { ...asking, listingUrl: found.url }, found.id, null)
    return { ...about(page), place: found, page, problem: null }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (error.kind === 'wrong_listing' || error.kind === 'not_found') throw error
    const { retryAfterSeconds, finalMessage } = error
    if (retryAfterSeconds) await countWait(ctx.db, used, ctx.now() + retryAfterSeconds * SECOND_MS)
    return { ...about(null), place: found, page: null, problem: finalMessage }
  }
}

/**
 * The source, wrapped to record what its responses contain besides the id: the address that the last short link led to,
 * which contains the place's name, and the place's name and category on its page. All are '' if absent.
 */
function following(source: ReviewSource): {
  follower: ReviewSource
  seen: { address: string; name: string; category: string }
} {
  const { resolve } = source
  const seen = { address: '', name: '', category: '' }
  if (!resolve) return { follower: source, seen }
  const follower: ReviewSource = {
    ...source,
    resolve: {
      ...resolve,
      parse(place, answer) {
        seen.address = answer.headers.get('location') ?? seen.address
        const found = resolve.parse(place, answer)
        Object.assign(seen, resolve.describe?.(answer))
        return found
      },
    },
  }
  return { follower, seen }
}
