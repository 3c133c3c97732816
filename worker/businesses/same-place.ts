import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { businesses, businessSources } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isInReach } from '../platform/business-access.ts'
import type { BusinessChoice } from '../rules/businesses.ts'
import { alreadyListed, LISTING_FIELDS, type ListingPlatform } from '../rules/found-place.ts'
import { placeNames } from '../sources/place-names.ts'
import type { PlaceRef } from '../sources/source.ts'
import type { SourceSettings } from './choose-source.ts'
import { LISTED_PLATFORMS, type Listing, locateLink } from './listings.ts'

interface PlaceAt {
  platform: ListingPlatform
  source: string
  place: PlaceRef
}

/** A business that already has a given place. */
interface ListedPlace {
  platform: ListingPlatform
  /** Null if the member can't see it. */
  business: BusinessChoice | null
}

/**
 * Compares places with the listings of the organization's businesses, by all names of both: another link, a short link
 * or another source may lead to the same place.
 *
 * @param except id of a business that isn't compared
 * @returns `listed`: the first place that a business already has, or null; `without`: the businesses that the member
 * can see and that have no listing on the platform of the first place
 */
export async function comparePlaces(
  ctx: MemberContext,
  places: readonly PlaceAt[],
  except = '',
): Promise<{ listed: ListedPlace | null; without: BusinessChoice[] }> {
  const [first] = places
  if (!first) return { listed: null, without: [] }
  const rows = await ctx.db
    .select({
      business: businesses,
      source: businessSources,
      isVisible: sql<number>`${isInReach(ctx, sql`${businesses.id}`)}`.as('is_visible'),
    })
    .from(businesses)
    .leftJoin(businessSources, eq(businessSources.businessId, businesses.id))
    .where(
      and(
        eq(businesses.organizationId, ctx.organization.id),
        eq(businesses.isSample, false),
        isNull(businesses.deletedAt),
        sql`${businesses.id} <> ${except}`,
      ),
    )
    .orderBy(businesses.createdAt, businesses.id)
  const visible = new Map<string, BusinessChoice>()
  const present = new Set<string>()
  for (const { business, source, isVisible } of rows) {
    const { id, name } = business
    const known = [
      ...linkedPlaces(business, ctx.settings).map((linked) => ({ ...linked, names: namesOf(linked) })),
      ...(source ? [{ platform: source.platform, names: placeNames(source) }] : []),
    ]
    const same = places.find(({ platform, ...place }) =>
      namesOf({ platform, ...place }).some((given) =>
        known.some(({ names, ...other }) => other.platform === platform && names.includes(given)),
      ),
    )
    if (same)
      return { listed: { platform: same.platform, business: isVisible ? { id, name } : null }, without: [] }
    if (known.some(({ platform }) => platform === first.platform)) present.add(id)
    if (isVisible) visible.set(id, { id, name })
  }
  return { listed: null, without: [...visible.values()].filter(({ id }) => !present.has(id)) }
}

/** The places that the links of a business lead to; links that name none are left out. */
export function linkedPlaces(business: typeof businesses.$inferSelect, settings: SourceSettings): PlaceAt[] {
  return LISTED_PLATFORMS.flatMap((platform) => {
    const link = business[LISTING_FIELDS[platform]]
    const linked = link ? locateLink(platform, link, settings) : null
    return linked ? [{ platform, ...linked }] : []
  })
}

function namesOf({ platform, source, place }: PlaceAt): string[] {
  return placeNames({ platform, source, listingUrl: place.url, placeId: place.id })
}

/** @throws DomainError `conflict` if another business has one of the places */
export async function requireUnlisted(
  ctx: MemberContext,
  places: readonly PlaceAt[],
  except?: string,
): Promise<void> {
  const { listed } = await comparePlaces(ctx, places, except)
  if (!listed) return
  const message = alreadyListed(listed.business?.name ?? null)
  throw new DomainError('conflict', message, { fields: { [LISTING_FIELDS[listed.platform]]: message } })
}

/**
 * SQL that is true if no business has one of the listings, for the statement that adds one: of two concurrent requests
 * only the first is stored. Names can't be compared in SQL, so `requireUnlisted` comes first.
 */
export function areUnlisted(ctx: MemberContext, listings: readonly Listing[]): SQL {
  const given = JSON.stringify(listings.map(({ platform, place }) => [platform, place.url, place.id]))
  return sql`NOT EXISTS (SELECT 1 FROM businesses AS other JOIN business_sources AS taken ON taken.business_id = other.id
      JOIN json_each(${given}) AS given ON given.value->>0 = taken.platform
        AND (given.value->>1 = taken.listing_url OR given.value->>2 = taken.place_id)
    WHERE other.organization_id = ${ctx.organization.id} AND other.is_sample = 0 AND other.deleted_at IS NULL)`
}
