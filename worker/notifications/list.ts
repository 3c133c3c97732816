import { desc, sql } from 'drizzle-orm'
import { notifications } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { NotificationPage, NotificationView } from '../rules/notifications.ts'
import type { ListNotificationsInput } from '../rules/notifications-input.ts'
import { isFor, isRead, unreadQuery } from './unread.ts'

/** What the caller was told, newest first, and how much of it is unread. */
export async function listNotifications(
  ctx: MemberContext,
  { cursor, limit }: ListNotificationsInput,
): Promise<NotificationPage> {
  const [rows, [counted]] = await ctx.db.batch([pageQuery(ctx, limit, cursor), unreadQuery(ctx)])
  const items = rows
    .slice(0, limit)
    .map(
      ({ createdAt, ...row }): NotificationView => ({ ...row, createdAt: new Date(createdAt).toISOString() }),
    )
  return {
    items,
    nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
    unreadCount: counted?.unread ?? 0,
  }
}

/** One more than the page holds, to see whether another one follows. */
function pageQuery(ctx: MemberContext, limit: number, cursor: string | undefined) {
  const isAfterCursor =
    cursor === undefined
      ? sql`1`
      : sql`notifications.seq < (SELECT last.seq FROM notifications AS last
          WHERE last.id = ${cursor} AND last.organization_id = ${ctx.organization.id})`
  return ctx.db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      message: notifications.message,
      link: notifications.link,
      isRead: sql<boolean>`${isRead(ctx)}`.mapWith(Boolean).as('is_read'),
      createdAt: notifications.createdAt,
    })
    .from(notifications)
    .where(sql`${isFor(ctx)} AND ${isAfterCursor}`)
    .orderBy(desc(notifications.seq))
    .limit(limit + 1)
}
