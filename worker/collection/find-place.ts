import { operatorKey, requirePlatform } from '../businesses/choose-source.ts'
import { findGoogleConnection } from '../connections/list.ts'
import { searchConnected } from '../connections/places.ts'
import type { MemberContext } from '../context.ts'
import { type DomainError, fieldError } from '../errors.ts'
import { type Limit, requireTry } from '../identity/limits/tries.ts'
import { logEvent } from '../platform/log.ts'
import { HOUR_MS } from '../rules/durations.ts'
import {
  type FindPlaceInput,
  type FoundPlaceView,
  facebookAdvice,
  isFacebookLink,
  isLink,
  NOT_A_LINK,
  placeNameIn,
} from '../rules/found-place.ts'
import { kindOf } from '../rules/place-kinds.ts'
import { allowsPlatform } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { averageRating } from '../rules/statistics.ts'
import { placeLink } from '../sources/google-public/locate.ts'
import { type NamedPlace, SourceError } from '../sources/source.ts'
import { searchPlaces } from './fetch.ts'
import { askableSource, LOOK_TIMEOUT_MS, listingIn, lookAtPlace } from './public-place.ts'

/** Per organization: each search makes up to six requests to a platform. */
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
 * @throws DomainError `invalid_input` beside `link` if it leads to no place; `plan_limit` for a platform outside the
 * plan; `too_many`
 */
export async function findPlace(ctx: MemberContext, { link }: FindPlaceInput): Promise<FoundPlaceView> {
  if (!isLink(link)) return findByName(ctx, link)
  if (isFacebookLink(link)) throw refused(facebookAdvice(allowsPlatform(ctx.organization.plan, 'facebook')))
  return findByLink(ctx, link)
}

async function findByLink(ctx: MemberContext, link: string): Promise<FoundPlaceView> {
  const listing = listingIn(ctx, link)
  requirePlatform(ctx, listing.platform)
  const nothing = {
    platform: listing.platform,
    link,
    name: placeNameIn(link),
    address: null,
    rating: null,
    total: null,
    seen: 0,
    newest: null,
    category: null,
    asksKind: kindOf({ name: placeNameIn(link), industry: null }) === undefined,
    others: [],
  }
  const source = askableSource(ctx, listing)
  if (typeof source === 'string') return { ...nothing, problem: source }
  await requireTry(ctx, SEARCHES, ctx.organization.id)
  const asked = { organizationId: ctx.organization.id, listing, source }
  const { name, page, problem } = await lookAtPlace(ctx, asked).catch((error: unknown) => {
    throw error instanceof SourceError ? refused(whyNoPlace(error, listing.platform)) : error
  })
  const category = page?.category ?? null
  const about = { name, category, asksKind: kindOf({ name, industry: category }) === undefined }
  if (!page) return { ...nothing, ...about, problem }
  const { reviews, total } = page
  const [first] = reviews
  const ofSeen = averageRating(
    reviews.reduce((sum, review) => sum + review.rating, 0),
    reviews.length,
  )
  return {
    ...nothing,
    ...about,
    rating: page.rating ?? (ofSeen || null),
    total,
    seen: reviews.length,
    newest: first
      ? { authorName: first.authorName, rating: first.rating, reviewText: excerptOf(first.reviewText) }
      : null,
    problem: null,
  }
}

/** A link pasted for the first time can't have gone missing: say that it leads nowhere. */
function whyNoPlace({ kind, finalMessage }: SourceError, platform: Platform): string {
  if (kind !== 'not_found') return finalMessage
  const where = platform === 'google' ? 'Google Maps > Share' : `its page on ${PLATFORM_NAMES[platform]}`
  return `${PLATFORM_NAMES[platform]} doesn’t find this place. Copy the link again from ${where}.`
}

/** Finds the place that a name most likely means, and the alternatives. */
async function findByName(ctx: MemberContext, name: string): Promise<FoundPlaceView> {
  const places = await placesCalled(ctx, name)
  if (places === null) throw refused(NOT_A_LINK)
  const [best, ...others] = places.map((place) => ({ ...place, link: placeLink(place.placeId) }))
  if (!best) {
    throw refused(
      `That isn’t a link, and Google finds no place called “${excerptOf(name)}”. Add its town, or paste its Google Maps link.`,
    )
  }
  const found = await findByLink(ctx, best.link)
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
