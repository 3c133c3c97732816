import { sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { BackgroundContext } from '../context.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { SourcePlace } from './choose-source.ts'

export interface SourceSwitch {
  businessId: string
  platform: string
  /** The source it was read with; one that has another by now is left alone. */
  from: string
  to: SourcePlace
}

/**
 * Statements that let platforms of businesses be collected through another source from now on, to be run in one batch.
 * A run of the former source ends with it, so that the same review is not stored under two ids; where its walk stood
 * means nothing to the next source.
 */
export function switchSources(ctx: Pick<BackgroundContext, 'db' | 'now'>, switches: SourceSwitch[]) {
  const rows = JSON.stringify(
    switches.map(({ businessId, platform, from, to }) => [
      businessId,
      platform,
      from,
      to.source,
      to.listingUrl,
      to.placeId,
      runEnded(platform as Platform),
    ]),
  )
  return [
    statement(
      ctx.db,
      sql`
      UPDATE scrape_runs SET status = 'cancelled', finished_at = ${ctx.now()}, lease_until = NULL,
        errors = json_insert(errors, '$[#]', item.value->>6)
      FROM json_each(${rows}) AS item
      JOIN business_sources AS stored ON stored.business_id = item.value->>0 AND stored.platform = item.value->>1
        AND stored.source = item.value->>2
      WHERE scrape_runs.business_id = stored.business_id AND scrape_runs.platform = stored.platform
        AND scrape_runs.status IN ('queued', 'running') AND scrape_runs.source NOT IN (item.value->>3, 'file')`,
    ),
    statement(
      ctx.db,
      sql`
      UPDATE business_sources SET source = item.value->>3, listing_url = item.value->>4, place_id = item.value->>5,
        backfill_state = 'none', backfill_cursor = NULL, failures = 0
      FROM json_each(${rows}) AS item
      WHERE business_sources.business_id = item.value->>0 AND business_sources.platform = item.value->>1
        AND business_sources.source = item.value->>2`,
    ),
  ] as const
}

function runEnded(platform: Platform): string {
  return `${PLATFORM_NAMES[platform]}'s reviews come another way now, so collecting them the former way stopped.`
}
