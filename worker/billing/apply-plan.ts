import type { SQL } from 'drizzle-orm'
import { wakeSources } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { grantAnew } from '../credits/credits.ts'
import { watchBusinesses } from '../insights/alarms/check-due.ts'
import { beginReading } from '../insights/reading/readings.ts'

/**
 * Statements for all consequences of a change of plan, for the batch that stores it. The tick does the rest: it
 * collects, grants, reads and watches what the plan includes, and stops everything else.
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
