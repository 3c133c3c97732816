import type { SQL } from 'drizzle-orm'
import { wakeSources } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { grantAnew } from '../credits/credits.ts'
import { watchBusinesses } from '../insights/alarms/check-due.ts'
import { beginReading } from '../insights/reading/readings.ts'

/**
 * Statements that make the consequences of a change of plan due, for the batch that stores it. The next tick applies
 * them to collecting, credits, reading of reviews and alarms: it starts what the plan includes and stops the rest.
 *
 * @param condition SQL that is true if the plan changes
 */
export function applyPlan(
  ctx: Pick<BackgroundContext, 'db' | 'now'>,
  organizationId: string,
  condition: SQL,
) {
  return [
    wakeSources(ctx, organizationId, condition),
    grantAnew(ctx, organizationId, condition),
    beginReading(ctx, organizationId, condition),
    watchBusinesses(ctx, organizationId, condition),
  ] as const
}
