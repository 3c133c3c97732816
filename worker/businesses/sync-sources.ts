import { and, eq, inArray, not, notInArray, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { businessSources } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { CONNECTION_SOURCES } from './choose-source.ts'
import type { Listing } from './listings.ts'

/**
 * Statements that make the stored sources of a business those of its listings. A listing that moved to another place
 * starts its history anew, and a run that was walking the former one's list ends; one whose place stays keeps how far
 * it was collected. One whose address stays keeps the place that was found for it, which may have another address by now. What comes through the owner's connection is that connection's to change. The sources are removed
 * or added only where the business row is the caller's.
 *
 * A new listing is due at once: the minute's tick decides whether the plan collects it by itself.
 */
export function syncSources(ctx: MemberContext, businessId: string, listings: Listing[]) {
  const organizationId = ctx.organization.id
  const kept = listings.map((listing) => listing.platform)
  const isConnected = inArray(businessSources.source, [...CONNECTION_SOURCES])
  const gone = ctx.db
    .delete(businessSources)
    .where(
      and(
        eq(businessSources.businessId, businessId),
        eq(businessSources.organizationId, organizationId),
        notInArray(businessSources.platform, kept),
        not(isConnected),
      ),
    )
  const places = listings.map(({ platform, place, isUnchanged }) => [
    platform,
    place.url,
    place.id,
    runEnded(platform),
    isUnchanged ? 1 : 0,
  ])
  const connections = JSON.stringify(CONNECTION_SOURCES)
  const ended = statement(
    ctx.db,
    sql`
    UPDATE scrape_runs SET status = 'cancelled', finished_at = ${ctx.now()}, lease_until = NULL,
      errors = json_insert(errors, '$[#]', item.value->>3)
    FROM json_each(${JSON.stringify(places)}) AS item
    WHERE scrape_runs.business_id = ${businessId} AND scrape_runs.organization_id = ${organizationId}
      AND scrape_runs.platform = item.value->>0 AND scrape_runs.status IN ('queued', 'running')
      AND scrape_runs.source <> 'file'
      AND NOT EXISTS (SELECT 1 FROM business_sources AS source
        WHERE source.business_id = scrape_runs.business_id AND source.platform = scrape_runs.platform
          AND (item.value->>4 = 1 OR source.listing_url = item.value->>1 OR source.place_id = item.value->>2
            OR source.source IN (SELECT value FROM json_each(${connections}))))`,
  )
  const stored = listings.map((listing) =>
    statement(
      ctx.db,
      sql`
      INSERT INTO business_sources (business_id, platform, organization_id, source, listing_url, place_id, next_due_at)
      SELECT id, ${listing.platform}, organization_id, ${listing.source}, ${listing.place.url}, ${listing.place.id},
        ${ctx.now()}
      FROM businesses WHERE id = ${businessId} AND organization_id = ${organizationId}
      ON CONFLICT (business_id, platform) DO UPDATE SET
        source = excluded.source, listing_url = excluded.listing_url, place_id = excluded.place_id,
        stated_total = NULL, stated_rating = NULL, backfill_state = 'none', backfill_cursor = NULL,
        last_succeeded_at = NULL, next_due_at = excluded.next_due_at, failures = 0
      WHERE ${listing.isUnchanged ? 0 : 1}
        AND excluded.listing_url IS NOT business_sources.listing_url
        AND (excluded.place_id IS NULL OR excluded.place_id IS NOT business_sources.place_id)
        AND business_sources.source NOT IN (SELECT value FROM json_each(${connections}))`,
    ),
  )
  return [ended, gone, ...stored] as const
}

function runEnded(platform: Platform): string {
  return `The ${PLATFORM_NAMES[platform]} link of this business was changed, so collecting from the former one stopped.`
}
