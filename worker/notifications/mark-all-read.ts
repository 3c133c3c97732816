import { and, eq, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { notificationReads } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'

/** Notes that the caller has read all there is so far; nothing changes for the other members. */
export async function markAllRead(ctx: MemberContext): Promise<{ unreadCount: number }> {
  const { organization, session } = ctx
  const newest = sql`SELECT max(seq) AS seq FROM notifications WHERE organization_id = ${organization.id}`
  await ctx.db.batch([
    statement(
      ctx.db,
      sql`
      INSERT INTO notification_marks (organization_id, user_id, read_through)
      SELECT ${organization.id}, ${session.user.id}, seq FROM (${newest}) WHERE seq IS NOT NULL
      ON CONFLICT (organization_id, user_id) DO UPDATE SET read_through = excluded.read_through
      WHERE excluded.read_through > notification_marks.read_through`,
    ),
    // The one mark says what these said.
    ctx.db
      .delete(notificationReads)
      .where(
        and(
          eq(notificationReads.userId, session.user.id),
          eq(notificationReads.organizationId, organization.id),
        ),
      ),
  ])
  return { unreadCount: 0 }
}
