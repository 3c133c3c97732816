import { and, eq, sql } from 'drizzle-orm'
import { notificationReads, notifications } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { NotificationId } from '../rules/notifications.ts'
import { isFor, isUnread, unreadQuery } from './list.ts'

/**
 * Records that the caller has read one; nothing changes for the other members. Reading it again changes nothing.
 *
 * @returns what is unread after that, counted as far as the badge can say
 * @throws DomainError `not_found`
 */
export async function markRead(ctx: MemberContext, input: NotificationId): Promise<{ unreadCount: number }> {
  const isIt = sql`notifications.id = ${input.id} AND ${isFor(ctx)}`
  const [found, , [counted]] = await ctx.db.batch([
    ctx.db.select({ id: notifications.id }).from(notifications).where(isIt),
    ctx.db.statement(sql`
      INSERT INTO notification_reads (notification_seq, user_id, organization_id)
      SELECT seq, ${ctx.session.user.id}, organization_id FROM notifications WHERE ${isIt} AND ${isUnread(ctx)}
      ON CONFLICT DO NOTHING`),
    unreadQuery(ctx),
  ])
  if (found.length === 0) throw new DomainError('not_found', 'This notification no longer exists.')
  return { unreadCount: counted?.unread ?? 0 }
}

/** Records that the caller has read all there is so far; nothing changes for the other members. */
export async function markAllRead(ctx: MemberContext): Promise<{ unreadCount: number }> {
  const { organization, session } = ctx
  const { userId, organizationId } = notificationReads
  const own = and(eq(userId, session.user.id), eq(organizationId, organization.id))
  const newest = sql`SELECT max(seq) AS seq FROM notifications WHERE organization_id = ${organization.id}`
  await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO notification_marks (organization_id, user_id, read_through)
      SELECT ${organization.id}, ${session.user.id}, seq FROM (${newest}) WHERE seq IS NOT NULL
      ON CONFLICT (organization_id, user_id) DO UPDATE SET read_through = excluded.read_through
      WHERE excluded.read_through > notification_marks.read_through`),
    // The one mark replaces these.
    ctx.db.delete(notificationReads).where(own),
  ])
  return { unreadCount: 0 }
}
