import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
import { recordPaidPlan } from '../identity/accounts/account-store.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { recordTier } from '../organizations/organization.ts'
import { onlyIfChanged } from '../platform/all-or-nothing.ts'
import { effectivePlan, GRACE_REMINDER_DAYS, graceEnd, type Subscription } from '../rules/billing.ts'
import { DAY_MS, HOUR_MS } from '../rules/durations.ts'
import { PLAN_NAMES, PLAN_TIERS, planLimits } from '../rules/plans.ts'
import { applyPlan } from './apply-plan.ts'

/** Time that a due renewal may take to be paid. */
const RENEWAL_MS = HOUR_MS

interface Change {
  organizationId: string
  subscription: Subscription | null
  /** `synced_at` as read before the provider was asked; null if nobody was asked. */
  syncedAt: number | null
}

/**
 * Statements that store the provider's report and the resulting plan of the organization and the payer, in one batch.
 * The batch is rolled back if a different report was stored since the provider was asked, because that one may be newer.
 * The only writer of these columns.
 */
export function storeBilling(ctx: BackgroundContext, { organizationId, subscription, syncedAt }: Change) {
  const now = ctx.now()
  const { db } = ctx
  const columns = sql`(subscription_id, paid_plan, status, payment, period_started_at, period_ends_at, cancels_at)`
  const report = sql`(${subscription?.id ?? null}, ${subscription?.plan ?? 'free'}, ${subscription?.status ?? 'none'},
    ${subscription?.payment ?? 'paid'}, ${subscription?.periodStartedAt ?? null}, ${subscription?.periodEndsAt ?? null},
    ${subscription?.cancelsAt ?? null})`
  const record = db.statement(sql`
    UPDATE organization_billing SET ${columns} = ${report}, effective_plan = ${effectivePlan(subscription, now)},
      synced_at = ${nextSync(now)}, check_at = ${nextCheck(subscription, now)}, updated_at = ${now}
    WHERE organization_id = ${organizationId}
      AND (synced_at = coalesce(${syncedAt}, synced_at) OR ${columns} IS ${report})`)
  const plan = sql`(SELECT effective_plan FROM organization_billing WHERE organization_id = ${organizationId})`
  return [record, onlyIfChanged(ctx), ...settle(ctx, organizationId, plan)] as const
}

/** A later `synced_at` than the stored one, whatever our clock says. */
export function nextSync(now: number): SQL {
  return sql`max(organization_billing.synced_at + 1, ${now})`
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
