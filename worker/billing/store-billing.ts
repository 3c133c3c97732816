import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
import { recordPaidPlan } from '../identity/accounts/account-store.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { recordTier } from '../organizations/organization.ts'
import { effectivePlan, GRACE_REMINDER_DAYS, graceEnd, type Subscription } from '../rules/billing.ts'
import { DAY_MS, HOUR_MS } from '../rules/durations.ts'
import { PLAN_NAMES, PLAN_TIERS, planLimits } from '../rules/plans.ts'
import { applyPlan } from './apply-plan.ts'

/** Time that a due renewal may take to be paid. */
const RENEWAL_MS = HOUR_MS

interface Change {
  organizationId: string
  subscription: Subscription | null
  /** The provider's time of the report, milliseconds. */
  at: number
}

/**
 * Statements that store the provider's report and the resulting plan of the organization and the payer, in one batch. A
 * later report is never replaced by an earlier one. The only writer of these columns.
 */
export function storeBilling(ctx: BackgroundContext, { organizationId, subscription, at }: Change) {
  const now = ctx.now()
  const { db } = ctx
  const record = db.statement(sql`
    UPDATE organization_billing SET
      subscription_id = ${subscription?.id ?? null},
      paid_plan = ${subscription?.plan ?? 'free'},
      effective_plan = ${effectivePlan(subscription, now)},
      status = ${subscription?.status ?? 'none'},
      payment = ${subscription?.payment ?? 'paid'},
      period_started_at = ${subscription?.periodStartedAt ?? null},
      period_ends_at = ${subscription?.periodEndsAt ?? null},
      cancels_at = ${subscription?.cancelsAt ?? null},
      synced_at = ${at}, check_at = ${nextCheck(subscription, now)}, updated_at = ${now}
    WHERE organization_id = ${organizationId} AND synced_at <= ${at}`)
  const plan = sql`(SELECT effective_plan FROM organization_billing WHERE organization_id = ${organizationId})`
  return [record, ...settle(ctx, organizationId, plan)] as const
}

/**
 * Statements that store the resulting plan and its consequences. A row that never had a subscription doesn't affect the
 * plan, because an operator may have set it.
 */
function settle(ctx: BackgroundContext, organizationId: string, plan: SQL) {
  const now = ctx.now()
  const { db } = ctx
  const isBought = sql`EXISTS (SELECT 1 FROM organization_billing
    WHERE organization_id = ${organizationId} AND subscription_id IS NOT NULL)`
  const status = sql`(SELECT CASE WHEN status IN ('active', 'past_due') THEN status ELSE 'canceled' END
    FROM organization_billing WHERE organization_id = ${organizationId})`
  const payer = sql`(SELECT user_id FROM organization_billing WHERE organization_id = ${organizationId})`
  const changes = sql`${isBought} AND EXISTS (SELECT 1 FROM organization_subscriptions
    WHERE organization_id = ${organizationId} AND plan_type IS NOT ${plan})`
  return [
    // These must precede the statement that stores the plan, because they compare the new plan with the stored one.
    ...applyPlan(ctx, organizationId, changes),
    db.statement(sql`
      UPDATE organization_subscriptions SET plan_type = ${plan}, seats_included = ${seatsOf(plan)}, updated_at = ${now}
      WHERE organization_id = ${organizationId} AND ${changes}`),
    recordAction(ctx, { organizationId, action: 'plan_changed', subject: nameOf(plan) }),
    recordTier(ctx, { organizationId, plan, status }, isBought),
    ...recordPaidPlan(ctx, { userId: payer, plan: bestOf(payer), status }, isBought),
  ] as const
}

function bestOf(payer: SQL): SQL {
  const tiers = JSON.stringify(PLAN_TIERS)
  return sql`coalesce((SELECT paid.effective_plan FROM organization_billing AS paid
    JOIN json_each(${tiers}) AS tier ON tier.value = paid.effective_plan
    WHERE paid.user_id = ${payer} ORDER BY tier.key DESC LIMIT 1), 'free')`
}

function nameOf(plan: SQL): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(PLAN_NAMES)}) WHERE key = ${plan})`
}

function seatsOf(plan: SQL): SQL {
  const seats = Object.fromEntries(PLAN_TIERS.map((tier) => [tier, planLimits(tier).seats]))
  return sql`(SELECT value FROM json_each(${JSON.stringify(seats)}) WHERE key = ${plan})`
}

/** The next time at which the subscription changes by itself, even without an event. */
function nextCheck(subscription: Subscription | null, now: number): number | null {
  if (!subscription || subscription.status === 'ended') return null
  const { status, periodStartedAt, periodEndsAt, cancelsAt } = subscription
  const graceEndsAt = graceEnd(periodStartedAt)
  const times = [cancelsAt ?? periodEndsAt, periodEndsAt].map((time) => time + RENEWAL_MS)
  if (status === 'past_due') times.unshift(graceEndsAt - GRACE_REMINDER_DAYS * DAY_MS, graceEndsAt)
  return times.find((time) => time > now) ?? now + DAY_MS
}
