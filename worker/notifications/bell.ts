import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { columns, literal } from '#db/client.ts'
import { notificationReads, notifications } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { firstOfEach, isInReach } from '../platform/business-access.ts'
import { iso } from '../rules/durations.ts'
import {
  type ListNotificationsInput,
  type NotificationId,
  type NotificationPage,
  UNREAD_COUNTED,
} from '../rules/notifications.ts'

/** Newest first. */
export async function listNotifications(ctx: MemberContext, input: ListNotificationsInput) {
  const { cursor, limit } = input
  const [rows, [counted]] = await ctx.db.batch([pageQuery(ctx, limit, cursor), unreadQuery(ctx)])
  const items = rows.slice(0, limit).map((row) => ({ ...row, createdAt: iso(row.createdAt) }))
  const page: NotificationPage = {
    items,
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    unreadCount: counted?.unread ?? 0,
  }
  return page
}

/** Reads one row more than the page, to detect a further page. */
function pageQuery(ctx: MemberContext, limit: number, cursor: string | undefined) {
  const isAfterCursor =
    cursor === undefined
      ? sql`1`
      : sql`notifications.seq < (SELECT last.seq FROM notifications AS last
          WHERE last.id = ${cursor} AND last.organization_id = ${ctx.organization.id})`
  return ctx.db
    .select({
      ...columns(notifications, 'id', 'kind', 'message', 'link'),
      isRead: sql<boolean>`NOT ${isUnread(ctx)}`.mapWith(Boolean).as('is_read'),
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .where(isNewestFor(ctx, isAfterCursor, limit + 1))
    .orderBy(desc(notifications.seq))
    .limit(limit + 1)
}

/**
 * Matches notifications that this member may read and that meet a condition. For a member limited to some businesses,
 * only the newest `count` per business and addressee match. The query itself has to sort and limit the matches.
 */
function isNewestFor(ctx: MemberContext, condition: SQL, count: number): SQL {
  const { id, businessIds } = ctx.organization
  if (businessIds === null) return sql`${isFor(ctx)} AND ${condition}`
  const newest = (businessId: SQL, userId: SQL) => sql`
    SELECT key FROM (SELECT seq AS key FROM notifications
      WHERE organization_id = ${id} AND business_id IS ${businessId} AND user_id IS ${userId} AND ${condition}
      ORDER BY seq DESC LIMIT ${literal(count)})`
  const ofEach = firstOfEach(
    [null, ...businessIds],
    (own) => sql`${newest(own, sql`NULL`)} UNION ALL ${newest(own, sql`${ctx.session.user.id}`)}`,
  )
  return sql`notifications.seq IN ${ofEach}`
}

/**
 * Matches notifications this member may read: those of their organization that aren't addressed to another member or
 * about a business they can't see.
 */
function isFor(ctx: MemberContext): SQL {
  return sql`notifications.organization_id = ${ctx.organization.id}
    AND (notifications.user_id IS NULL OR notifications.user_id = ${ctx.session.user.id})
    AND (notifications.business_id IS NULL OR ${isInReach(ctx, sql`notifications.business_id`)})`
}

function isUnread(ctx: MemberContext): SQL {
  const { organization, session } = ctx
  return sql`(notifications.seq > coalesce((SELECT read_through FROM notification_marks AS mark
      WHERE mark.organization_id = ${organization.id} AND mark.user_id = ${session.user.id}), 0)
    AND NOT EXISTS (SELECT 1 FROM notification_reads AS done
      WHERE done.notification_seq = notifications.seq AND done.user_id = ${session.user.id}))`
}

/** Query that counts unread notifications, up to what the badge can show. */
function unreadQuery(ctx: MemberContext) {
  return ctx.db.select({ unread: sql<number>`count(*)`.as('unread') }).from(
    sql`(SELECT 1 FROM notifications
        WHERE ${isNewestFor(ctx, isUnread(ctx), UNREAD_COUNTED)} ORDER BY seq DESC LIMIT ${literal(UNREAD_COUNTED)})`,
  )
}

/**
 * Marks a notification as read by the caller; other members aren't affected. Idempotent.
 *
 * @returns number of unread ones left, counted up to what the badge can show
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

/** Marks all present notifications as read by the caller; other members aren't affected. */
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
    // The single mark replaces these.
    ctx.db.delete(notificationReads).where(own),
  ])
  return { unreadCount: 0 }
}
