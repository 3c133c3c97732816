import { and, eq, type SQL, sql } from 'drizzle-orm'
import { businesses, businessSources } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isInReach } from '../platform/business-access.ts'
import type { BusinessChoice } from '../rules/businesses.ts'
import { alreadyListed, LISTING_FIELDS } from '../rules/found-place.ts'
import type { Platform } from '../rules/platforms.ts'
import { placeNames } from '../sources/place-names.ts'
import type { PlaceRef } from '../sources/source.ts'
import type { SourceSettings } from './choose-source.ts'
import { LISTED_PLATFORMS, locateLink } from './listings.ts'

export interface PlaceAt {
  platform: Platform
  source: string
  place: PlaceRef
}

/** A business that already has a given place. */
interface ListedPlace {
  platform: Platform
  /** Null if the member can't see it. */
  business: BusinessChoice | null
}

/** Limits the businesses that places are compared with. */
interface Compared {
  /** Id of a business that isn't compared. */
  except?: string
  /** Businesses that were last changed, connected or restored before this time aren't compared. */
  changedSince?: number
}

/**
 * Compares places with the listings of the organization's businesses, by every id and URL known for them: another link,
 * a short link or another source may lead to the same place.
 *
 * @returns `listed`: the first place that a business already has, or null; `without`: the businesses that the member
 * can see and that have no listing on the platform of the first place
 */
export async function comparePlaces(
  ctx: MemberContext,
  places: readonly PlaceAt[],
  compared: Compared = {},
): Promise<{ listed: ListedPlace | null; without: BusinessChoice[] }> {
  const [first] = places
  if (!first) return { listed: null, without: [] }
  const known = await knownPlaces(ctx, compared)
  const listed = findListed(known, places)
  if (listed) return { listed, without: [] }
  const present = new Set<string>()
  const visible = new Map<string, BusinessChoice>()
  for (const { business, isVisible, platforms } of known) {
    if (platforms.includes(first.platform)) present.add(business.id)
    if (isVisible) visible.set(business.id, business)
  }
  return { listed: null, without: [...visible.values()].filter(({ id }) => !present.has(id)) }
}

/** The business that already has each place, or null; in the order of `places`. */
export async function listedPlaces(
  ctx: MemberContext,
  places: readonly PlaceAt[],
): Promise<(ListedPlace | null)[]> {
  const known = await knownPlaces(ctx, {})
  return places.map((place) => findListed(known, [place]))
}

/** A business with its links and one of its sources. */
interface KnownPlaces {
  business: BusinessChoice
  isVisible: boolean
  platforms: Platform[]
  names: string[]
}

async function knownPlaces(ctx: MemberContext, compared: Compared): Promise<KnownPlaces[]> {
  const rows = await ctx.db
    .select({
      business: businesses,
      source: businessSources,
      isVisible: sql<number>`${isInReach(ctx, sql`${businesses.id}`)}`.as('is_visible'),
    })
    .from(businesses)
    .leftJoin(businessSources, eq(businessSources.businessId, businesses.id))
    .where(isCompared(ctx, compared))
    .orderBy(businesses.createdAt, businesses.id)
  return rows.map(({ business, source, isVisible }) => {
    const { id, name } = business
    const places = placesIn(business, source ? [source] : [], ctx.settings)
    return {
      business: { id, name },
      isVisible: isVisible === 1,
      platforms: places.map(({ platform }) => platform),
      names: places.flatMap(namesOf),
    }
  })
}

function findListed(known: readonly KnownPlaces[], places: readonly PlaceAt[]): ListedPlace | null {
  const given = places.map((place) => ({ platform: place.platform, names: namesOf(place) }))
  for (const { business, isVisible, names } of known) {
    const same = given.find((place) => place.names.some((name) => names.includes(name)))
    if (same) return { platform: same.platform, business: isVisible ? business : null }
  }
  return null
}

/** The places of one business: those that its links lead to, and those of its sources. */
export async function placesOf(
  ctx: MemberContext,
  business: typeof businesses.$inferSelect,
): Promise<PlaceAt[]> {
  const { id, organizationId } = business
  const sources = await ctx.db
    .select()
    .from(businessSources)
    .where(and(eq(businessSources.businessId, id), eq(businessSources.organizationId, organizationId)))
  return placesIn(business, sources, ctx.settings)
}

/** Links that lead to no place are left out. */
function placesIn(
  business: typeof businesses.$inferSelect,
  sources: (typeof businessSources.$inferSelect)[],
  settings: SourceSettings,
): PlaceAt[] {
  const linked = LISTED_PLATFORMS.flatMap((platform) => {
    const link = business[LISTING_FIELDS[platform]]
    const found = link ? locateLink(platform, link, settings) : null
    return found ? [{ platform, ...found }] : []
  })
  const stored = sources.map(({ platform, source, placeId, listingUrl }) => ({
    ...{ platform, source },
    place: { id: placeId, url: listingUrl },
  }))
  return [...linked, ...stored]
}

/** Ids and URLs that identify a place. Two places that share one are the same. */
export function namesOf({ platform, source, place }: PlaceAt): string[] {
  const names = placeNames({ platform, source, listingUrl: place.url, placeId: place.id })
  return names.map((name) => `${platform} ${name}`)
}

/** Leaves out the places that the business already has: businesses that share a place may keep it. */
export async function newPlaces(
  ctx: MemberContext,
  business: typeof businesses.$inferSelect,
  places: readonly PlaceAt[],
): Promise<PlaceAt[]> {
  const own = (await placesOf(ctx, business)).flatMap(namesOf)
  return places.filter((place) => !namesOf(place).some((name) => own.includes(name)))
}

/** @throws DomainError `conflict` if another business has one of the places */
export async function requireUnlisted(
  ctx: MemberContext,
  places: readonly PlaceAt[],
  compared: Compared = {},
): Promise<void> {
  const { listed } = await comparePlaces(ctx, places, compared)
  if (!listed) return
  const message = alreadyListed(listed.business?.name ?? null)
  const platform = LISTED_PLATFORMS.find((known) => known === listed.platform)
  const fields = platform && { [LISTING_FIELDS[platform]]: message }
  throw new DomainError('conflict', message, fields && { fields })
}

/**
 * SQL that is true if no business has one of the places, for the statement that stores them: of two concurrent
 * requests, only the first is stored. Call `requireUnlisted` first, because SQL can't compare all names of a place.
 */
export function areUnlisted(ctx: MemberContext, places: readonly PlaceAt[], compared: Compared = {}): SQL {
  const given = JSON.stringify(places.map(({ platform, place }) => [platform, place.url, place.id]))
  return sql`NOT EXISTS (SELECT 1 FROM businesses JOIN business_sources AS taken ON taken.business_id = businesses.id
      JOIN json_each(${given}) AS given ON given.value->>0 = taken.platform
        AND coalesce(given.value->>2 = taken.place_id, given.value->>1 = taken.listing_url)
    WHERE ${isCompared(ctx, compared)})`
}

function isCompared(ctx: MemberContext, { except = '', changedSince }: Compared): SQL {
  const isChanged = changedSince === undefined ? sql`1` : isChangedSince(changedSince)
  return sql`businesses.organization_id = ${ctx.organization.id} AND businesses.is_sample = 0
    AND businesses.deleted_at IS NULL AND businesses.id <> ${except} AND ${isChanged}`
}

/**
 * SQL that is true if a deleted business was changed after another one had been deleted: it may have taken that one's
 * place, which was free.
 */
export function wasDeletedChanged(ctx: MemberContext, since: number): SQL {
  return sql`EXISTS (SELECT 1 FROM businesses WHERE businesses.organization_id = ${ctx.organization.id}
    AND businesses.deleted_at IS NOT NULL AND ${isChangedSince(since)})`
}

function isChangedSince(since: number): SQL {
  return sql`(businesses.updated_at >= ${since} OR EXISTS (SELECT 1 FROM connection_links AS link
    WHERE link.business_id = businesses.id AND link.created_at >= ${since}))`
}
