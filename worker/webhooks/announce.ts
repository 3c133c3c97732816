import { sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
import type { Platform } from '../rules/platforms.ts'

interface TroubledSource {
  organizationId: string
  businessId: string
  platform: Platform
}

/**
 * Tells the organization's endpoints that a source needs its owner, where the statement before it in the batch has told
 * its members. All other events come from triggers (db/triggers/).
 *
 * @param message what its owner reads about it
 */
export function announceTrouble(
  { db }: Pick<BackgroundContext, 'db'>,
  { organizationId, businessId, platform }: TroubledSource,
  message: string,
) {
  const data = JSON.stringify({ businessId, platform, message })
  return db.statement(sql`
    INSERT INTO webhook_events (organization_id, event, data)
    SELECT ${organizationId}, 'source.needs_attention', ${data} WHERE changes() > 0`)
}
