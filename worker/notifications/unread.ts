import { type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { UNREAD_COUNTED } from '../rules/notifications.ts'

/** Of the table `notifications`: what this member may read, their organization's and not another member's own. */
export function isFor(ctx: MemberContext): SQL {
  return sql`notifications.organization_id = ${ctx.organization.id}
    AND (notifications.user_id IS NULL OR notifications.user_id = ${ctx.session.user.id})`
}

/** Of the table `notifications`: whether this member has read it. */
export function isRead(ctx: MemberContext): SQL {
  return sql`(notifications.seq <= coalesce((SELECT read_through FROM notification_marks AS mark
      WHERE mark.organization_id = notifications.organization_id AND mark.user_id = ${ctx.session.user.id}), 0)
    OR EXISTS (SELECT 1 FROM notification_reads AS done
      WHERE done.notification_seq = notifications.seq AND done.user_id = ${ctx.session.user.id}))`
}

/** How many are unread, for a batch; counting stops where the badge can't say more. */
export function unreadQuery(ctx: MemberContext) {
  return ctx.db.select({ unread: sql<number>`count(*)`.as('unread') }).from(
    sql`(SELECT 1 FROM notifications
        WHERE ${isFor(ctx)} AND NOT ${isRead(ctx)} ORDER BY seq DESC LIMIT ${UNREAD_COUNTED})`,
  )
}
