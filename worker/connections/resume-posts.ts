import { type SQL, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { BackgroundContext } from '../context.ts'

/**
 * Statement that has replies sent, or asked about again, for which that had ended for want of a connection.
 *
 * @param ofBusinesses a condition on `business_id`
 */
export function resumePosts(ctx: BackgroundContext, organizationId: string, ofBusinesses: SQL) {
  return statement(
    ctx.db,
    sql`
    UPDATE reply_posts SET state = iif(sent_version IS version, state, 'waiting'), reason = NULL, due_at = ${ctx.now()},
      attempts = 0
    WHERE organization_id = ${organizationId} AND due_at IS NULL AND ${ofBusinesses}
      AND (state = 'failed' OR state IN ('waiting', 'held') AND sent_version IS version)`,
  )
}
