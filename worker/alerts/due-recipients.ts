import { and, asc, eq, getTableColumns, lte, not, type SQL, sql } from 'drizzle-orm'
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import { alertRecipients, organizationSubscriptions, organizationUsers, users } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { awaitsErasure } from '../organizations/membership.ts'
import { isInReach, liveBusinesses, reachOf } from '../platform/business-access.ts'
import { every, isUnmoved, workOff } from '../platform/due.ts'
import { MINUTE_MS } from '../rules/durations.ts'

const RECIPIENTS = {
  table: alertRecipients,
  key: 'id',
  // A failed recipient doesn't delay the others.
  backOff: every(10 * MINUTE_MS),
  limit: 100,
  fault: 'recipient_not_served',
  about: ({ id }: { id: string }) => ({ recipientId: id }),
} as const

type Due = 'nextAlertAt' | 'nextDigestAt'
export type DueRecipient = Awaited<ReturnType<typeof dueRecipients>>[number]

function dueRecipients(ctx: BackgroundContext, due: Due) {
  return ctx.db
    .select({
      ...getTableColumns(alertRecipients),
      address: sql<string>`coalesce(${alertRecipients.email}, ${users.email})`.as('address'),
      // Nothing is sent to an unverified address.
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
    .where(and(lte(alertRecipients[due], ctx.now()), not(awaitsErasure(alertRecipients.organizationId))))
    .orderBy(asc(alertRecipients[due]))
    .limit(RECIPIENTS.limit)
}

/** The businesses that a recipient is notified about; null for all. Only members can be limited. */
export function limitOfRecipient({ role, storedLimit, live }: DueRecipient): readonly string[] | null {
  return reachOf(role, storedLimit, live)
}

export function isShownTo(recipient: DueRecipient): SQL {
  const organization = { businessIds: limitOfRecipient(recipient) }
  return isInReach({ organization }, sql`businesses.id`)
}

/**
 * Processes recipients one by one. The batch that stores a mail also advances the recipient's row, and does neither if
 * the row has changed. So concurrent runs send nothing twice and need no lease.
 *
 * @returns number of recipients processed
 */
export async function serveDue(
  ctx: BackgroundContext,
  due: Due,
  serve: (recipient: DueRecipient) => Promise<void>,
): Promise<number> {
  const recipients = await dueRecipients(ctx, due)
  const [pauseMs] = RECIPIENTS.backOff.waitsMs
  await workOff(recipients, RECIPIENTS, serve, (recipient) =>
    moveOn(ctx, recipient, due, { [due]: ctx.now() + pauseMs }),
  )
  return recipients.length
}

/** Statement that writes `next` to a recipient's row, unless the row has changed since it was read. */
export function moveOn(
  { db }: BackgroundContext,
  recipient: DueRecipient,
  due: Due,
  next: SQLiteUpdateSetSource<typeof alertRecipients>,
) {
  return db.update(alertRecipients).set(next).where(isStillDue(recipient, due))
}

function isStillDue(recipient: DueRecipient, due: Due): SQL {
  const upTo = {
    nextAlertAt: sql`alert_after = ${recipient.alertAfter}`,
    nextDigestAt: sql`digest_after = ${recipient.digestAfter}`,
  }
  return sql`(${isUnmoved({ ...RECIPIENTS, dueAt: due }, recipient)} AND ${upTo[due]})`
}

/** `isStillDue` as a guard for statements on other tables. */
export function whileStillDue(recipient: DueRecipient, due: Due): SQL {
  return sql`EXISTS (SELECT 1 FROM alert_recipients WHERE ${isStillDue(recipient, due)})`
}
