import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'

type Member = Record<'organizationId' | 'userId', string>

/** Statement that subscribes a new member to alerts and digests from now on; `alerts/` has their settings. */
export function beginAlerts(ctx: Pick<BackgroundContext, 'db' | 'now' | 'createId'>, member: Member) {
  const { organizationId, userId } = member
  const now = ctx.now()
  return ctx.db.statement(sql`
    INSERT INTO alert_recipients (id, organization_id, user_id, confirmed_at, alert_after, next_digest_at, digest_after,
      created_at, updated_at)
    SELECT ${ctx.createId()}, ${organizationId}, ${userId}, ${now},
      coalesce((SELECT max(seq) FROM notifications WHERE organization_id = ${organizationId}), 0), 0, last, ${now}, ${now}
    FROM review_ids WHERE true
    ON CONFLICT DO NOTHING`)
}

/**
 * Statement that makes recipients due for an alert at the next tick, for the batch that has just stored a notification.
 * The alert begins with that notification: earlier ones were sent, or not wanted when they came.
 *
 * @param which condition on the recipients
 */
export function alertsDue(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  organizationId: string,
  which: SQL,
) {
  return db.statement(sql`
    UPDATE alert_recipients SET next_alert_at = ${now()},
      alert_after = (SELECT max(seq) - 1 FROM notifications WHERE organization_id = ${organizationId})
    WHERE organization_id = ${organizationId} AND ${which} AND confirmed_at IS NOT NULL AND next_alert_at IS NULL`)
}

/** Statements that end the organization's emails and push messages to a former member. */
export function endAlerts({ db }: Pick<BackgroundContext, 'db'>, { organizationId, userId }: Member) {
  const isTheirs = sql`organization_id = ${organizationId} AND user_id = ${userId}`
  return [
    db.statement(sql`DELETE FROM alert_recipients WHERE ${isTheirs}`),
    db.statement(sql`DELETE FROM push_devices WHERE ${isTheirs}`),
  ] as const
}
