import { and, eq, lt, lte, type SQL, sql } from 'drizzle-orm'
import { insightReadings } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import type { ReadReviewsMessage } from '../../env.ts'
import { claimDue, type DueWork, every, sendEach } from '../../platform/due.ts'
import { logFault } from '../../platform/log.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import { hasFeature, PLANS } from '../../rules/plans.ts'
import { METHOD } from './read-review.ts'

/** Age after which a requested page counts as lost. */
export const GRACE_MS = MINUTE_MS

const PLANS_WITH_INSIGHTS = JSON.stringify(PLANS.filter((plan) => hasFeature(plan, 'hasAIInsights')))

const READINGS: DueWork<typeof insightReadings> = {
  table: insightReadings,
  key: 'organizationId',
  dueAt: 'dueAt',
  backOff: every(GRACE_MS),
  limit: 500,
  fault: 'readings_not_sent',
}

/**
 * Requests every due page of reviews. A requested page is due again a minute later, so running this twice requests it
 * once. Organizations without the plan aren't checked again; their readings stay, and are redone if the plan comes
 * back.
 *
 * @returns number of pages requested
 */
export async function askForReadings(ctx: BackgroundContext): Promise<number> {
  const now = ctx.now()
  const isDue = lte(insightReadings.dueAt, now)
  const [, , asked] = await ctx.db.batch([
    ctx.db.delete(insightReadings).where(
      and(
        isDue,
        sql`NOT EXISTS (SELECT 1 FROM organization_subscriptions AS subscription
          JOIN json_each(${PLANS_WITH_INSIGHTS}) AS plan ON plan.value = subscription.plan_type
          WHERE subscription.organization_id = ${insightReadings.organizationId})`,
      ),
    ),
    ctx.db
      .update(insightReadings)
      .set({ method: METHOD, readSeenAt: -1, readPosition: 0, dueAt: now })
      .where(lt(insightReadings.method, METHOD)),
    claimDue(ctx, READINGS),
  ])
  await sendEach(ctx.queues.reading, asked, ({ organizationId }) => readMessage(organizationId), {
    event: READINGS.fault,
  })
  return asked.length
}

/**
 * Statements that make reviews due to be read again within a minute, after members' corrections. The plus sign makes
 * SQLite read the reviews by id instead of all reviews of the organization.
 */
export function rereadQueries({ db }: Pick<BackgroundContext, 'db'>, organizationId: string, reviewIds: SQL) {
  return [
    db.statement(sql`
      INSERT INTO insight_due (review_id, organization_id)
      SELECT reviews.id, reviews.organization_id FROM reviews
        JOIN insight_readings ON insight_readings.organization_id = reviews.organization_id
      WHERE +reviews.organization_id = ${organizationId} AND reviews.id IN ${reviewIds}
      ON CONFLICT (review_id) DO UPDATE SET changes = changes + 1`),
    db.statement(sql`
      UPDATE insight_readings SET due_at = coalesce(due_at, 0)
      WHERE organization_id = ${organizationId}
        AND EXISTS (SELECT 1 FROM insight_due WHERE organization_id = ${organizationId})`),
  ] as const
}

/**
 * Statement that makes the tick read an organization's reviews, if `condition` is true and the plan includes the
 * reading.
 */
export function beginReading({ db }: Pick<BackgroundContext, 'db'>, organizationId: string, condition: SQL) {
  return db.statement(sql`
    INSERT INTO insight_readings (organization_id) SELECT ${organizationId} WHERE ${condition}
    ON CONFLICT (organization_id) DO UPDATE SET due_at = 0`)
}

export function readAnew({ db }: Pick<BackgroundContext, 'db'>, organizationId: string) {
  return db
    .update(insightReadings)
    .set({ readSeenAt: -1, readPosition: 0, dueAt: 0 })
    .where(eq(insightReadings.organizationId, organizationId))
}

function readMessage(organizationId: string): ReadReviewsMessage {
  return { version: 1, type: 'read-reviews', organizationId }
}

/** Requests the next page. Messages that can't be sent or get lost are sent again by the minute's tick. */
export async function askForNextPage(ctx: BackgroundContext, organizationId: string): Promise<void> {
  await ctx.queues.reading
    .send(readMessage(organizationId))
    .catch((cause: unknown) => logFault('reading_not_sent', cause, { organizationId }))
}
