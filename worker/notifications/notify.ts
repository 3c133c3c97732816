import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import { notifications } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'
import type { NotificationKind } from '../rules/notifications.ts'
import { alertsDue } from './recipients.ts'

type Writer = Pick<BackgroundContext, 'db' | 'createId' | 'now'>

interface NotificationText {
  organizationId: string
  /** The only recipient; the whole organization if absent. */
  userId?: string
  /** The business that the notification is about; both are deleted together. */
  businessId?: string
  message: string
  /** The member named in the message. The notification is deleted when their account is erased. */
  by?: string
  /** Path of the linked screen. */
  link: string
  /** Identifies the event, so that the organization is notified once, however often it is reported. */
  dedupeKey: string
}

/** A notification that members can also get by email and on their devices. */
export type NewAlert = NotificationText &
  (
    | { kind: 'review_assigned' | 'note_mention'; userId: string }
    | { kind: 'alarm' | 'reply_due' }
    | NewReviews
  )

interface NewReviews {
  kind: 'new_reviews'
  runId: string
}

export type NewReviewsAlert = Extract<NewAlert, NewReviews>

/** A notification that is only shown in the app. */
export interface NewNotification extends NotificationText {
  kind: Exclude<NotificationKind, NewAlert['kind']>
}

/**
 * Statement that notifies an organization, for the batch with the change that it reports.
 *
 * @param condition SQL: if false when the batch runs, nobody is notified
 */
export function notify(ctx: Writer, news: NewNotification, condition: SQL) {
  return store(ctx, news, condition)
}

/** Like `notify`, and makes the recipients of this kind due for an alert. Two statements for the same batch. */
export function notifyAndAlert(ctx: BackgroundContext, news: NewAlert, condition: SQL) {
  const isFor = {
    new_reviews: sql`alert_stars > 0`,
    review_assigned: sql`user_id = ${news.userId ?? null}`,
    note_mention: sql`user_id = ${news.userId ?? null}`,
    alarm: sql`user_id IS NOT NULL AND takes_alarms`,
    reply_due: sql`user_id IS NOT NULL AND takes_alarms`,
  }
  const isDue = sql`${isFor[news.kind]} AND changes() > 0`
  return [store(ctx, news, condition), alertsDue(ctx, news.organizationId, isDue)] as const
}

function store(ctx: Writer, news: NewNotification | NewAlert, condition: SQL) {
  const runId = 'runId' in news ? news.runId : null
  const dedupeKey = news.by === undefined ? news.dedupeKey : `${news.dedupeKey}${byKey(news.by)}`
  return ctx.db.statement(sql`
    INSERT INTO notifications (id, organization_id, user_id, business_id, kind, message, link, dedupe_key, run_id,
      created_at)
    SELECT ${ctx.createId()}, ${news.organizationId}, ${news.userId ?? null}, ${news.businessId ?? null}, ${news.kind},
      ${news.message}, ${news.link}, ${dedupeKey}, ${runId}, ${ctx.now()}
    WHERE ${condition}
    ON CONFLICT (organization_id, dedupe_key) DO NOTHING`)
}

/** Statement that deletes notifications whose keys begin with this prefix and a colon. */
export function withdrawNotifications({ db }: Pick<Writer, 'db'>, organizationId: string, keyBegins: string) {
  return db.delete(notifications).where(haveKeys(organizationId, keyBegins))
}

/** Statement that changes the text of the notifications that `withdrawNotifications` would delete. */
export function rewordNotifications(
  { db }: Pick<Writer, 'db'>,
  organizationId: string,
  keyBegins: string,
  message: string,
  condition: SQL,
) {
  return db
    .update(notifications)
    .set({ message })
    .where(and(haveKeys(organizationId, keyBegins), condition))
}

/** SQL that is true if an organization has fewer than `max` notifications whose keys begin with this prefix and a colon. */
export function hasFewerNotifications(organizationId: string, keyBegins: string, max: number): SQL {
  return sql`(SELECT count(*) FROM notifications WHERE ${haveKeys(organizationId, keyBegins)}) < ${max}`
}

function haveKeys(organizationId: string, keyBegins: string): SQL | undefined {
  // ';' is the character after ':', so this range has exactly the keys with the prefix.
  return and(
    eq(notifications.organizationId, organizationId),
    gte(notifications.dedupeKey, `${keyBegins}:`),
    lt(notifications.dedupeKey, `${keyBegins};`),
  )
}

function byKey(userId: string): string {
  return `:by:${userId}`
}

/** Statement that deletes the notifications that name a person, in every organization that they once belonged to. */
export function forgetNotificationsBy({ db }: Pick<Writer, 'db'>, userId: string) {
  return db.statement(sql`
    DELETE FROM notifications
    WHERE organization_id IN (SELECT organization_id FROM organization_users WHERE user_id = ${userId})
      AND dedupe_key LIKE ${`%${byKey(userId)}`}`)
}

export const KEPT_DAYS = 90

export async function forgetOldNotifications(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: notifications.seq, time: notifications.createdAt }, until)
}
