import { eq, type SQL, sql } from 'drizzle-orm'
import { insightFindings } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { type DueWork, doDue, every, isUnmoved } from '../../platform/due.ts'
import { DAY_MS, MINUTE_MS, startOfDay, utcDay } from '../../rules/durations.ts'
import type { Finding, StoredFinding } from '../../rules/findings.ts'
import { hasFeature, PLANS } from '../../rules/plans.ts'
import { actionsInput, effectQueries, recentActions } from '../actions/list-actions.ts'
import { type BusinessFigures, figuresByDay, figuresQuery } from '../posted-figures.ts'
import { NO_STARS } from '../ratings.ts'
import { dayBack, WINDOWS, YEAR_DAYS } from './counts.ts'
import { type FindingsInput, findings } from './findings.ts'
import { candidatesOf } from './list-findings.ts'
import { type FindingRow, findingsQuery, readFindingRow } from './queries.ts'

const RECENT_DAYS = 30
const COMPARED_DAYS = 180
const PLANS_WITH_INSIGHTS = JSON.stringify(PLANS.filter((plan) => hasFeature(plan, 'hasAIInsights')))

type DueBusiness = typeof insightFindings.$inferSelect

const FINDINGS: DueWork<typeof insightFindings> = {
  table: insightFindings,
  key: 'businessId',
  dueAt: 'dueAt',
  backOff: every(10 * MINUTE_MS),
  // Each takes about 10 ms and reads some 15,000 rows for a long list of reviews.
  limit: 50,
  fault: 'findings_not_stored',
  about: ({ businessId }) => ({ businessId }),
}

/** Makes the findings of businesses due at the next tick. @param businessIds JSON, or SQL that returns it */
export function findingsDue(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  organizationId: string,
  businessIds: string | SQL,
) {
  return db.statement(sql`
    INSERT INTO insight_findings (business_id, organization_id, due_at)
    SELECT id, organization_id, ${now()} FROM businesses
    WHERE organization_id = ${organizationId} AND id IN (SELECT value FROM json_each(${businessIds}))
    ON CONFLICT (business_id) DO UPDATE SET due_at = min(due_at, excluded.due_at)`)
}

/**
 * Updates the findings of due businesses: those with newly read reviews, changed replies, or a new UTC day. Deletes the
 * rows of organizations without the plan.
 *
 * @returns number of businesses due
 */
export async function storeDueFindings(ctx: BackgroundContext): Promise<number> {
  await ctx.db.statement(sql`
    DELETE FROM insight_findings WHERE due_at <= ${ctx.now()} AND NOT EXISTS (
      SELECT 1 FROM organization_subscriptions AS current
      WHERE current.organization_id = insight_findings.organization_id
        AND current.plan_type IN (SELECT value FROM json_each(${PLANS_WITH_INSIGHTS})))`)
  return doDue(ctx, FINDINGS, (business) => storeFindings(ctx, business))
}

/** Updates one organization's findings at once, when its last review has been read. */
export async function storeFindingsOf(ctx: BackgroundContext, organizationId: string): Promise<void> {
  const own = eq(insightFindings.organizationId, organizationId)
  await doDue(ctx, { ...FINDINGS, of: own }, (business) => storeFindings(ctx, business))
}

async function storeFindings(ctx: BackgroundContext, due: DueBusiness): Promise<void> {
  const now = ctx.now()
  const input = await readFindingsInput(ctx, due)
  const stored = withFoundAt(findings(input), due.findings, new Date(now).toISOString())
  // A deleted business keeps its findings, in case it is restored.
  const isGone = input.businesses.length === 0
  await ctx.db
    .update(insightFindings)
    .set({
      dueAt: startOfDay(now) + DAY_MS,
      ...(!isGone && {
        findings: JSON.stringify(stored),
        top: JSON.stringify(candidatesOf(stored).map(shortened)),
      }),
    })
    // Changes made meanwhile have made it due again.
    .where(isUnmoved(FINDINGS, due))
}

/**
 * Reads the input for a business's findings: its counts, and half a year of stars of all locations of its organization.
 */
export async function readFindingsInput(
  ctx: BackgroundContext,
  { businessId, organizationId }: Pick<DueBusiness, 'businessId' | 'organizationId'>,
): Promise<FindingsInput> {
  const today = utcDay(ctx.now())
  const live = sql`businesses.organization_id = ${organizationId} AND businesses.deleted_at IS NULL`
  const shown = sql`actions.organization_id = ${organizationId}`
  const [figures, rows, ...effects] = await ctx.db.batch([
    figuresQuery(ctx, live, { ...figureDays(today), only: sql`${businessId}` }),
    findingsQuery(ctx, sql`(SELECT id FROM businesses WHERE ${live} AND id = ${businessId})`, today),
    ...effectQueries(ctx, { shown, places: live }, recentActions(today)),
  ])
  return { ...findingsInput(today, figures, rows.results), actions: actionsInput(today, effects) }
}

/**
 * Days that `figuresQuery` reads for the findings: a year plus the longest window, and half a year of ratings of all
 * locations.
 */
export function figureDays(today: string) {
  return {
    from: dayBack(today, YEAR_DAYS + (WINDOWS.at(-1) ?? 0) - 1),
    earlier: [
      { from: dayBack(today, RECENT_DAYS - 1), to: today },
      { from: dayBack(today, COMPARED_DAYS - 1), to: dayBack(today, RECENT_DAYS) },
    ],
  }
}

/**
 * @param figures rows of a query with `figureDays`
 * @param rows rows of `findingsQuery`
 */
export function findingsInput(
  today: string,
  figures: readonly BusinessFigures[],
  rows: readonly FindingRow[],
): FindingsInput {
  return {
    today,
    businesses: rows.flatMap((row) => {
      const own = figures.find(({ id }) => id === row.id)
      return own ? [{ id: own.id, name: own.name, days: figuresByDay([own]), ...readFindingRow(row) }] : []
    }),
    locations: figures.map(({ id, name, earlier: [recent = NO_STARS, before = NO_STARS] }) => ({
      id,
      name,
      recent,
      before,
    })),
  }
}

/** Adds the time of first discovery; known findings keep theirs. */
function withFoundAt(found: readonly Finding[], former: string, now: string): StoredFinding[] {
  // Safe: written only by this file.
  const before = JSON.parse(former) as StoredFinding[]
  return found.map((finding) => ({
    ...finding,
    foundAt: before.find((one) => keyOf(one) === keyOf(finding))?.foundAt ?? now,
  }))
}

function keyOf({ kind, topic, phrase, platform, actionId }: Finding): string {
  return JSON.stringify([kind, topic, phrase, platform, actionId])
}

/** Drops the bridge, which the Dashboard doesn't show. */
function shortened({ bridge: _, ...finding }: StoredFinding): StoredFinding {
  return { ...finding, method: '' }
}
