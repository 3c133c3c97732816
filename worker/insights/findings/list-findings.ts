import { type SQL, sql } from 'drizzle-orm'
import { requireAmong } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import { isInReach } from '../../platform/business-access.ts'
import { readEach } from '../../platform/read-each.ts'
import { utcDay } from '../../rules/durations.ts'
import type { Finding } from '../../rules/findings.ts'
import type { InsightsInput } from '../../rules/insights.ts'
import { type BusinessFigures, figuresByDay, postedFiguresQuery } from '../posted-figures.ts'
import { NO_STARS } from '../ratings.ts'
import { dayBack, WINDOWS, YEAR_DAYS } from './counts.ts'
import { type FindingsInput, findings } from './findings.ts'
import { type FindingRow, findingsQuery, readFindingRow } from './queries.ts'

/** As many as a plan with AI Insights has. */
const MOST_LOCATIONS = 10
const RECENT_DAYS = 30
const COMPARED_DAYS = 180

/**
 * What the owner of some locations should know, most important first. Reads counts and at most 200 of the newest reviews of each,
 * however many are stored.
 *
 * @throws DomainError `not_found` for a business that is not the caller's
 */
export async function listFindings(ctx: MemberContext, { businessId }: InsightsInput): Promise<Finding[]> {
  const today = utcDay(ctx.now())
  const chosen = chosenBusinesses(ctx, businessId)
  const [figures, rows] = await readEach(ctx, [
    findingFiguresQuery(ctx, today, businessId),
    findingsQuery(ctx, chosen, today),
  ])
  requireAmong(figures, businessId)
  return findings(findingsInput(today, figures ?? [], rows?.results ?? []))
}

/** So many findings and locations fit the Dashboard. */
const MOST_ON_TOP = 3

/**
 * Statements for the top of the Dashboard, and the findings that they make, at most three: the most important one, the worst and the best. Of several locations those
 * three are looked at whose rating changed most.
 */
export function topFindings(ctx: MemberContext, { businessId }: InsightsInput) {
  const today = utcDay(ctx.now())
  const chosen = businessId === undefined ? mostChanged(ctx, today) : chosenBusinesses(ctx, businessId)
  return {
    queries: [findingFiguresQuery(ctx, today, businessId), findingsQuery(ctx, chosen, today)] as const,
    /** @param figures of the first statement @param rows of the second; null where they could not be read */
    read(figures: readonly BusinessFigures[] | null, rows: readonly FindingRow[] | null): Finding[] {
      const all = findings(findingsInput(today, figures ?? [], rows ?? []))
      const changes = all.filter(({ kind }) => kind !== 'nothing_unusual')
      const [first] = changes
      if (!first) return all.length === 1 ? all : []
      const [worst, best] = [changes.find(({ isGood }) => !isGood), changes.find(({ isGood }) => isGood)]
      const top = [...new Set([first, worst, best, ...changes])]
        .filter((one) => one !== undefined)
        .slice(0, MOST_ON_TOP)
      return changes.filter((finding) => top.includes(finding))
    },
  }
}

/** The locations whose average of the last month lies furthest from that of half a year, given how many reviews there are. */
function mostChanged(ctx: MemberContext, today: string): SQL {
  const recent = dayBack(today, RECENT_DAYS - 1)
  const shown = sql.raw('posted_review_count - removed_posted_review_count')
  const stars = sql.raw('posted_rating_sum - removed_posted_rating_sum')
  return sql`(SELECT id FROM (
    SELECT id, name, (
      SELECT abs(sum((day >= ${recent}) * (${stars})) / max(1, sum((day >= ${recent}) * (${shown})))
          - sum(${stars}) / max(1, sum(${shown}))) * sqrt(sum((day >= ${recent}) * (${shown})))
      FROM review_daily_stats WHERE business_id = businesses.id AND day >= ${dayBack(today, COMPARED_DAYS - 1)}) AS change
    FROM businesses WHERE organization_id = ${ctx.organization.id} AND deleted_at IS NULL
      AND ${isInReach(ctx, sql`businesses.id`)})
    ORDER BY change DESC, name COLLATE NOCASE, id LIMIT ${MOST_ON_TOP})`
}

/** The chosen business, where it is the caller's; else the first ones by name. */
export function chosenBusinesses(ctx: MemberContext, businessId: string | undefined): SQL {
  const own = sql`organization_id = ${ctx.organization.id} AND deleted_at IS NULL
    AND ${isInReach(ctx, sql`businesses.id`)}`
  return businessId === undefined
    ? sql`(SELECT id FROM businesses WHERE ${own} ORDER BY name COLLATE NOCASE, id LIMIT ${MOST_LOCATIONS})`
    : sql`(SELECT id FROM businesses WHERE ${own} AND id = ${businessId})`
}

/** Daily figures for findings, and of all locations the stars of half a year. */
export function findingFiguresQuery(ctx: MemberContext, today: string, businessId?: string | SQL) {
  const from = dayBack(today, YEAR_DAYS + (WINDOWS.at(-1) ?? 0) - 1)
  return postedFiguresQuery(ctx, {
    from,
    earlier: [
      { from: dayBack(today, RECENT_DAYS - 1), to: today },
      { from: dayBack(today, COMPARED_DAYS - 1), to: dayBack(today, RECENT_DAYS) },
    ],
    ...(businessId !== undefined && { only: sql`${businessId}` }),
  })
}

/** @param figures of `findingFiguresQuery` @param rows of `findingsQuery` */
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
