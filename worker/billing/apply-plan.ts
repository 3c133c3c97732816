import type { SQL } from 'drizzle-orm'
import { wakeSources } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { grantAnew } from '../credits/credits.ts'
import { watchBusinesses } from '../insights/alarms/check-due.ts'
import { beginReading } from '../insights/reading/readings.ts'

/**
 * Statements for the batch that stores a change of plan. They make collecting, credits, reading of reviews and alarms
 * due, so that the next tick starts what the new plan includes and stops the rest.
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
