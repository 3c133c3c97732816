import { eq } from 'drizzle-orm'
import { batch, columns } from '#db/client.ts'
import { billingEvents, organizationBilling, users } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { every } from '../platform/back-off.ts'
import { type DueWork, doDue } from '../platform/due.ts'
import type { Subscription } from '../rules/billing.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { isLocalCustomer, localState } from './local-payments.ts'
import { storeBilling } from './store-billing.ts'
import { storedSubscription } from './stored-subscription.ts'
import { customerState } from './stripe/customer-state.ts'
import { endSuperfluous } from './stripe/end-superfluous.ts'
import { tellPayer } from './tell-payer.ts'

/** An event of the provider that is applied once. */
export interface BillingEvent {
  id: string
  type: string
}

/** The row of what an organization pays, by its name at the provider; undefined for a customer that is none of ours. */
export async function findCustomer(ctx: BackgroundContext, customerId: string) {
  const [row] = await ctx.db
    .select({
      ...columns(organizationBilling, 'organizationId', 'customerId', 'userId'),
      email: users.email,
    })
    .from(organizationBilling)
    .leftJoin(users, eq(users.id, organizationBilling.userId))
    .where(eq(organizationBilling.customerId, customerId))
  return row
}

/**
 * Asks the provider what a customer has and pays, and stores it with the plan that follows, what the payer is told and the
 * event, all or nothing. However often and in whatever order it is called, it ends in what the provider says.
 *
 * @param event inserted in the same batch, which fails where it is there already
 */
export async function syncBilling(
  ctx: BackgroundContext,
  customerId: string,
  event?: BillingEvent,
): Promise<void> {
  const customer = await findCustomer(ctx, customerId)
  if (!customer) return
  const { subscription, superfluous, at } = isLocalCustomer(customerId)
    ? { ...(await localState(ctx, customer.organizationId)), superfluous: [] }
    : await customerState(ctx, customerId)
  for (const one of superfluous) await endSuperfluous(ctx, one)
  const known = subscription ?? (await ofFormerPayer(ctx, customer.organizationId))
  await batch(ctx.db, [
    ...(event ? [ctx.db.insert(billingEvents).values({ ...event, createdAt: ctx.now() })] : []),
    ...storeBilling(ctx, { organizationId: customer.organizationId, subscription: known, at }),
    // Of what a former payer had, the end alone concerns the next one.
    ...(await tellPayer(ctx, customer, subscription ?? (known?.status === 'ended' ? known : null), at)),
  ])
}

/** Returns the stored subscription of a former payer, ended once its cancellation date has passed. */
async function ofFormerPayer(ctx: BackgroundContext, organizationId: string): Promise<Subscription | null> {
  const stored = await storedSubscription(ctx, organizationId)
  const isOver = stored !== null && (stored.cancelsAt ?? 0) <= ctx.now()
  return isOver ? { ...stored, status: 'ended' } : stored
}

const CHECKS: DueWork<typeof organizationBilling> = {
  table: organizationBilling,
  key: 'organizationId',
  dueAt: 'checkAt',
  backOff: every(HOUR_MS),
  limit: 20,
  fault: 'billing_check_failed',
}

/** Asks the provider where something was due to happen, for an event may never come. Part of the minute's tick. */
export function checkDueBilling(ctx: BackgroundContext): Promise<number> {
  return doDue(ctx, CHECKS, ({ customerId }) => syncBilling(ctx, customerId))
}
