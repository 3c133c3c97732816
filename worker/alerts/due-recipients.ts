import { and, asc, eq, getTableColumns, lte, type SQL, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { alertRecipients, organizationSubscriptions, organizationUsers, users } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { isInReach, liveBusinesses, reachOf } from '../platform/business-access.ts'
import { logFault } from '../platform/log.ts'
import { MINUTE_MS } from '../rules/durations.ts'

/** Recipients that one tick serves at most, of alerts and of digests each; who is left comes with the next one. */
const MAX_PER_TICK = 100
/** One that fails is left alone for so long, so that it doesn't hold up those behind it. */
const PAUSE_MS = 10 * MINUTE_MS

/** What a recipient is due for: the column that says when. */
type Due = 'nextAlertAt' | 'nextDigestAt'
export type DueRecipient = Awaited<ReturnType<typeof dueRecipients>>[number]

/** Who is due, the longest waiting first: found by index, however many recipients there are. */
function dueRecipients(ctx: BackgroundContext, due: Due) {
  return ctx.db
    .select({
      ...getTableColumns(alertRecipients),
      address: sql<string>`coalesce(${alertRecipients.email}, ${users.email})`.as('address'),
      // Nothing is mailed to an address that nobody has proven.
      isProven:
        sql<boolean>`(${alertRecipients.confirmedAt} IS NOT NULL AND (${alertRecipients.userId} IS NULL
        OR (${users.emailVerifiedAt} IS NOT NULL AND ${organizationUsers.isActive} = 1)))`
          .mapWith(Boolean)
          .as('is_proven'),
      role: organizationUsers.role,
      storedLimit: organizationUsers.businessIds,
      live: liveBusinesses(alertRecipients.organizationId).as('live_businesses'),
      plan: sql<string>`coalesce(${organizationSubscriptions.planType}, 'free')`.as('plan'),
    })
    .from(alertRecipients)
    .leftJoin(
      organizationSubscriptions,
      eq(organizationSubscriptions.organizationId, alertRecipients.organizationId),
    )
    .leftJoin(users, eq(users.id, alertRecipients.userId))
    .leftJoin(
      organizationUsers,
      and(
        eq(organizationUsers.organizationId, alertRecipients.organizationId),
        eq(organizationUsers.userId, alertRecipients.userId),
      ),
    )
    .where(lte(alertRecipients[due], ctx.now()))
    .orderBy(asc(alertRecipients[due]))
    .limit(MAX_PER_TICK)
}

/** The businesses that a recipient hears of; null for all. Only members can be limited. */
export function limitOfRecipient({ role, storedLimit, live }: DueRecipient): readonly string[] | null {
  return reachOf(role, storedLimit, live)
}

/** Of the table `businesses`: whether the recipient may see it. */
export function isShownTo(recipient: DueRecipient): SQL {
  const organization = { businessIds: limitOfRecipient(recipient) }
  return isInReach({ organization }, sql`businesses.id`)
}

/**
 * Serves everyone who is due, one after the other. Serving moves the recipient's row on in the batch that stores the mail,
 * under the guard that it is still where it was read: doing it twice sends once.
 *
 * @returns how many were served
 */
export async function serveDue(
  ctx: BackgroundContext,
  due: Due,
  serve: (recipient: DueRecipient) => Promise<void>,
): Promise<number> {
  const recipients = await dueRecipients(ctx, due)
  for (const recipient of recipients) {
    try {
      await serve(recipient)
    } catch (cause) {
      logFault('recipient_not_served', cause, { recipientId: recipient.id, due })
      await moveOn(ctx, recipient, due, { [due]: ctx.now() + PAUSE_MS })
    }
  }
  return recipients.length
}

/** The statement that moves a recipient's row on, under the guard that it is where it was read. */
export function moveOn(
  { db }: BackgroundContext,
  recipient: DueRecipient,
  due: Due,
  next: SQLiteUpdateSetSource<typeof alertRecipients>,
) {
  return db.update(alertRecipients).set(next).where(isStillDue(recipient, due))
}

/** The guard: the recipient's row is where it was read. */
function isStillDue(recipient: DueRecipient, due: Due): SQL {
  const whereRead = {
    nextAlertAt: sql`next_alert_at = ${recipient.nextAlertAt} AND alert_after = ${recipient.alertAfter}`,
    nextDigestAt: sql`next_digest_at = ${recipient.nextDigestAt} AND digest_after = ${recipient.digestAfter}`,
  }
  return sql`(alert_recipients.id = ${recipient.id} AND alert_recipients.organization_id = ${recipient.organizationId}
    AND ${whereRead[due]})`
}

/** The guard, for statements about other tables. */
export function whileStillDue(recipient: DueRecipient, due: Due): SQL {
  return sql`EXISTS (SELECT 1 FROM alert_recipients WHERE ${isStillDue(recipient, due)})`
}
