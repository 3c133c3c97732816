import { type SQL, sql } from 'drizzle-orm'
import { auditEntries } from '#db/schema/accounts.ts'
import type { ActingContext, BackgroundContext, Context } from '../../context.ts'
import { prune } from '../../platform/prune.ts'
import type { AuditedAction } from '../../rules/audit-log.ts'
import { DAY_MS } from '../../rules/durations.ts'
import { PLANS, planLimits } from '../../rules/plans.ts'
import { MAX_USER_AGENT_CHARS } from './audit.ts'

interface DoneAction {
  organizationId: string
  action: AuditedAction
  /** The signed-in person by default. */
  userId?: string | SQL
  /** Object of the action: a name, or an expression that reads it before it is deleted. */
  subject?: string | SQL
  aboutUserId?: string
}

/** Context of an action. Background work has no signed-in person, browser or network. */
type Doer = BackgroundContext &
  Partial<Pick<Context, 'userAgent' | 'network'>> & { session?: ActingContext['session'] | null }

/**
 * Statement that records an action in an organization, for the batch that performs it.
 *
 * @param condition SQL: if false, nothing is recorded. By default, true if the previous statement changed a row.
 */
export function recordAction(ctx: Doer, done: DoneAction, condition: SQL = sql`changes() > 0`) {
  const {
    organizationId,
    action,
    subject = '',
    userId = ctx.session?.user.id ?? null,
    aboutUserId = null,
  } = done
  return ctx.db.statement(sql`
    INSERT INTO audit_entries (id, organization_id, user_id, action, subject, about_user_id, user_agent, network, created_at)
    SELECT ${ctx.createId()}, ${organizationId}, ${userId}, ${action}, coalesce(${subject}, ''), ${aboutUserId},
      ${(ctx.userAgent ?? '').slice(0, MAX_USER_AGENT_CHARS)}, ${ctx.network?.shown ?? ''}, ${ctx.now()}
    WHERE ${condition}`)
}

export function businessName(organizationId: string, businessId: string | SQL): SQL {
  return sql`(SELECT name FROM businesses WHERE businesses.organization_id = ${organizationId}
    AND businesses.id = ${businessId})`
}

/** Statements that remove a person's identity and location from the logs of organizations they once belonged to. */
export function forgetTraces({ db }: BackgroundContext, userId: string) {
  return [
    db.statement(sql`UPDATE audit_entries SET user_agent = '', network = '' WHERE user_id = ${userId}`),
    db.statement(sql`
      UPDATE audit_entries SET subject = '' WHERE action IN ('member_invited', 'invitation_withdrawn')
        AND organization_id IN (SELECT organization_id FROM organization_users WHERE user_id = ${userId})
        AND subject = (SELECT email FROM users WHERE id = ${userId})`),
  ] as const
}

/** The longest history of any plan, plus a day so that its first day is complete. */
export const KEPT_DAYS = Math.max(...PLANS.map((plan) => planLimits(plan).historyDays)) + 1

/** Deletes entries that no plan shows. */
export async function forgetOldActions(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: auditEntries.id, time: auditEntries.createdAt }, until)
}
