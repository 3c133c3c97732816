import { type SQL, sql } from 'drizzle-orm'
import { competitors } from '#db/schema/index.ts'
import { askableSource, listingIn, lookAtPlace } from '../../collection/find-place.ts'
import type { BackgroundContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { type DueWork, doDue, doubling, every, waitAfter } from '../../platform/due.ts'
import { DAY_MS, HOUR_MS, utcDay } from '../../rules/durations.ts'
import { hasFeature, PLANS } from '../../rules/plans.ts'
import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { keptOf, keptPart, whyNotKept } from '../../sources/retention.ts'
import { SourceError } from '../../sources/source.ts'

/** Interval between lookups: public averages change slowly. */
const EVERY_MS = 7 * DAY_MS
const AFTER_FAILURES_MS = doubling(EVERY_MS, 8 * EVERY_MS)

const PLANS_WITH = JSON.stringify(PLANS.filter((plan) => hasFeature(plan, 'hasCompetitorBenchmark')))

const TOTALS: DueWork<typeof competitors> = {
  table: competitors,
  key: 'id',
  dueAt: 'dueAt',
  // An interrupted lookup is repeated.
  backOff: every(HOUR_MS),
  // Each lookup makes up to six requests to a platform, and the tick has other work.
  limit: 2,
  of: sql`EXISTS (SELECT 1 FROM organization_subscriptions AS held
    WHERE held.organization_id = competitors.organization_id
      AND held.plan_type IN (SELECT value FROM json_each(${PLANS_WITH})))`,
  fault: 'totals_not_looked_up',
  about: ({ id }) => ({ competitorId: id }),
}

interface DueCompetitor {
  id: string
  organizationId: string
  link: string
  failures: number
}

/**
 * Looks up rating and review count of the competitors that are due, if their organization's plan has the benchmark.
 *
 * @returns number of competitors looked up
 */
export function lookUpDueTotals(ctx: BackgroundContext): Promise<number> {
  return doDue(ctx, TOTALS, (competitor) => lookUpTotals(ctx, competitor))
}

/** Requests a competitor's numbers from a platform, and stores them or the reason for their absence. */
export async function lookUpTotals(ctx: BackgroundContext, competitor: DueCompetitor): Promise<void> {
  const { id, organizationId } = competitor
  const found = await publicTotals(ctx, competitor)
  const now = ctx.now()
  const isFound = typeof found !== 'string'
  const failures = isFound ? 0 : competitor.failures + 1
  const waitMs = isFound ? EVERY_MS : waitAfter(AFTER_FAILURES_MS, failures)
  const isIt = sql`id = ${id} AND organization_id = ${organizationId}`
  await ctx.db.batch([
    ctx.db.statement(sql`
      UPDATE competitors SET due_at = ${now + waitMs}, problem = ${isFound ? null : found}, failures = ${failures}
      WHERE ${isIt}`),
    ...(isFound ? [storeTotals(ctx, isIt, { ...found, day: utcDay(now), isTyped: false })] : []),
  ])
}

interface DayTotals {
  /** UTC, `YYYY-MM-DD` */
  day: string
  average: number
  count: number
  /** True if a member entered the numbers. */
  isTyped: boolean
}

/**
 * Statement that stores the numbers of a day, replacing earlier ones.
 * @param isIt a condition on `competitors`
 */
export function storeTotals({ db }: BackgroundContext, isIt: SQL, totals: DayTotals) {
  const { day, average, count, isTyped } = totals
  return db.statement(sql`
    INSERT INTO competitor_totals (competitor_id, day, average, review_count, is_typed)
    SELECT id, ${day}, ${average}, ${count}, ${isTyped ? 1 : 0} FROM competitors WHERE ${isIt}
    ON CONFLICT (competitor_id, day) DO UPDATE
    SET average = excluded.average, review_count = excluded.review_count, is_typed = excluded.is_typed`)
}

/**
 * Statement that stores the numbers of days for which there are none.
 * @param isIt a condition on `competitors`
 */
export function restoreTotals({ db }: BackgroundContext, isIt: SQL, days: readonly DayTotals[]) {
  return db.statement(sql`
    INSERT INTO competitor_totals (competitor_id, day, average, review_count, is_typed)
    SELECT competitors.id, value->>'day', value->>'average', value->>'count', value->>'isTyped'
    FROM competitors, json_each(${JSON.stringify(days)}) WHERE ${isIt}
    ON CONFLICT (competitor_id, day) DO NOTHING`)
}

/** Returns the totals that the platform states and lets us store, or a sentence with the reason for their absence. */
async function publicTotals(
  ctx: BackgroundContext,
  { organizationId, link }: DueCompetitor,
): Promise<{ average: number; count: number } | string> {
  try {
    const listing = listingIn(ctx, link)
    const name = PLATFORM_NAMES[listing.platform]
    const source = askableSource(ctx, listing)
    if (typeof source === 'string') return source
    const kept = ctx.settings.KEEP_REVIEWS
    if (keptOf(source, kept) === 'nothing') return whyNotKept(source, kept) ?? ''
    const { page, problem } = await lookAtPlace(ctx, { organizationId, listing, source })
    if (!page) return problem ?? `${name} showed nothing.`
    const { rating, total } = keptPart(source, kept, page)
    if (!rating || !total) return `${name} does not tell us the average of this place.`
    return { average: rating, count: total }
  } catch (error) {
    if (error instanceof SourceError) {
      const isNoPlace = error.kind === 'not_found' || error.kind === 'wrong_listing'
      return isNoPlace ? 'This link no longer leads to a place. Check it.' : error.finalMessage
    }
    if (error instanceof DomainError) return error.message
    throw error
  }
}
