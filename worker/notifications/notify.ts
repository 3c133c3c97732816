import { type SQL, sql } from 'drizzle-orm'
import { notifications } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'
import type { NotificationKind } from '../rules/notifications.ts'

export interface NewNotification {
  organizationId: string
  /** Only for this member; for all of the organization when absent. */
  userId?: string
  /** What it is about: deleted with it. */
  businessId?: string
  kind: NotificationKind
  /** A sentence for its readers. */
  message: string
  /** Path of the screen it leads to. */
  link: string
  /** Names what happened. The organization is notified once, however often it is reported. */
  dedupeKey: string
  /** The run that brought the reviews it tells of: whoever wants alerts gets one about them. */
  runId?: string
}

/**
 * A statement that tells an organization something, for the batch that makes it true.
 *
 * @param condition of SQL: where it is false when the batch runs, nobody is told
 */
export function notify(ctx: BackgroundContext, news: NewNotification, condition: SQL) {
  return ctx.db.statement(sql`
    INSERT INTO notifications (id, organization_id, user_id, business_id, kind, message, link, dedupe_key, run_id,
      created_at)
    SELECT ${ctx.createId()}, ${news.organizationId}, ${news.userId ?? null}, ${news.businessId ?? null}, ${news.kind},
      ${news.message}, ${news.link}, ${news.dedupeKey}, ${news.runId ?? null}, ${ctx.now()}
    WHERE ${condition}
    ON CONFLICT (organization_id, dedupe_key) DO NOTHING`)
}

export const KEPT_DAYS = 90

/** Deletes what is too old to be news, with its read marks. Part of the minute's tick. */
export async function forgetOldNotifications(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: notifications.seq, time: notifications.createdAt }, until)
}
