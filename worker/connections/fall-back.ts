import { sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { chooseSource, type SourcePlace, type SourceSettings } from '../businesses/choose-source.ts'
import { switchSources } from '../businesses/switch-sources.ts'
import type { MemberContext } from '../context.ts'
import { CONNECTION_PROVIDER_NAMES, type ConnectionProvider } from '../rules/connections.ts'
import { CONNECTION_SOURCE_NAMES } from './source-names.ts'

/** A platform of a business that loses its connection. */
export interface Disconnected {
  businessId: string
  platform: ConnectionProvider
  /** The business's own link to its place there. */
  listingUrl: string | null
}

/**
 * Statements that let sources which came through a connection go on with what is left: the listing of the business's
 * own link, where that may be asked. Others end, with the reason at the collection that was under way. Reviews stay.
 */
export function fallBack(ctx: MemberContext, disconnected: readonly Disconnected[]) {
  const places = disconnected.map((source) => ({ ...source, to: placeOf(source, ctx.settings) }))
  const switches = places.flatMap(({ businessId, platform, to }) =>
    to ? [{ businessId, platform, from: CONNECTION_SOURCE_NAMES[platform], to }] : [],
  )
  const ended = JSON.stringify(
    places.flatMap(({ businessId, platform, to }) =>
      to ? [] : [[businessId, platform, CONNECTION_SOURCE_NAMES[platform], runEnded(platform)]],
    ),
  )
  const organizationId = ctx.organization.id
  return [
    ...switchSources(ctx, switches),
    statement(
      ctx.db,
      sql`
      UPDATE scrape_runs SET status = 'cancelled', finished_at = ${ctx.now()}, lease_until = NULL,
        errors = json_insert(errors, '$[#]', item.value->>3)
      FROM json_each(${ended}) AS item
      WHERE scrape_runs.business_id = item.value->>0 AND scrape_runs.platform = item.value->>1
        AND scrape_runs.source = item.value->>2 AND scrape_runs.organization_id = ${organizationId}
        AND scrape_runs.status IN ('queued', 'running')`,
    ),
    statement(
      ctx.db,
      sql`
      DELETE FROM business_sources WHERE organization_id = ${organizationId}
        AND (business_id, platform, source) IN (
          SELECT value->>0, value->>1, value->>2 FROM json_each(${ended}))`,
    ),
  ] as const
}

function placeOf({ platform, listingUrl }: Disconnected, settings: SourceSettings): SourcePlace | null {
  const chosen = listingUrl === null ? null : chooseSource(platform, null, settings)
  const place = listingUrl === null ? null : chosen?.locate(new URL(listingUrl))
  return chosen && place ? { source: chosen.name, listingUrl: place.url, placeId: place.id } : null
}

function runEnded(platform: ConnectionProvider): string {
  return `${CONNECTION_PROVIDER_NAMES[platform]} was disconnected, so collecting through it stopped.`
}
