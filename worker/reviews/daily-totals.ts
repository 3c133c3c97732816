import { and, eq, type SQL, sql } from 'drizzle-orm'
import { businesses, reviewDailyStats } from '#db/schema/index.ts'
import { ofLedger } from '../businesses/list.ts'
import { areOwn } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { utcDay } from '../rules/durations.ts'
import type { TagColor } from '../rules/fields.ts'
import { historyCutoff, recentCutoff } from '../rules/plans.ts'
import type { OwnPlatform, OwnPlatformId } from '../rules/platforms.ts'
import type { ReviewStatsInput } from '../rules/reviews.ts'
import type { Ledger } from '../rules/statistics.ts'

/** Figures of reviews by the day they were first seen. Only days within the plan's history are summed. */
const SEEN = [
  'reviewCount',
  'ratingSum',
  'positive',
  'neutral',
  'negative',
  'responded',
  'settled',
  'hidden',
  'unposted',
  'google',
  'yelp',
  'facebook',
  'tripadvisor',
] as const
/** Figures of reviews by the day they were posted. Their columns have the prefix `posted`. */
const POSTED = [
  'reviewCount',
  'ratingSum',
  'positive',
  'neutral',
  'negative',
  'responded',
  'settled',
  'hidden',
] as const

export type SeenTotals = Record<(typeof SEEN)[number] | 'recent', number>
export type PostedTotals = Record<(typeof POSTED)[number], number>
export type PostedDay = { day: string } & PostedTotals

type StoredDay = [day: string, ...totals: number[]]
type OwnCount = [id: OwnPlatformId, name: string, color: TagColor, count: number]
/**
 * Figures of a business: the sums of `SEEN`, the number of reviews first seen in the last 30 days, one entry with the
 * columns of `POSTED` per day, and the counts for platforms that the organization has added.
 */
type Figures = [seen: number[], recent: number, days: StoredDay[], own: OwnCount[]]
export type WithFigures = { figures: Figures }
const readFigures = { mapFromDriverValue: (text: string) => JSON.parse(text) as Figures }

/**
 * One row per business (the chosen one, or all) with its figures within the plan's history. Reads one stored row per
 * day.
 */
export function seenTotalsQuery(ctx: MemberContext, input: ReviewStatsInput) {
  return ctx.db
    .select({
      id: businesses.id,
      name: businesses.name,
      figures: figures(ctx, input.ledger).mapWith(readFigures).as('figures'),
    })
    .from(businesses)
    .where(and(areOwn(ctx), input.businessId ? eq(businesses.id, input.businessId) : undefined))
}

/**
 * Like `seenTotalsQuery`, but with a row for every business; the figures of businesses that weren't chosen are empty.
 */
export function allFiguresQuery(ctx: MemberContext, input: ReviewStatsInput) {
  const all = figures(ctx, input.ledger)
  const chosen = input.businessId
    ? sql`CASE ${businesses.id} WHEN ${input.businessId} THEN ${all} ELSE '[[],0,[],[]]' END`
    : all
  return ctx.db
    .select({
      id: businesses.id,
      name: businesses.name,
      isActive: businesses.isActive,
      isSample: businesses.isSample,
      figures: chosen.mapWith(readFigures).as('figures'),
    })
    .from(businesses)
    .where(areOwn(ctx))
}

/** All figures of a business as one JSON text. Grouping by day in the database would read every row twice. */
function figures(ctx: MemberContext, ledger: Ledger) {
  const columns = POSTED.map((name) => reviewDailyStats[postedColumn(name)].name)
  // Replies to removed reviews can't be posted.
  const filter = (name: string) => (name === 'unposted' ? ' FILTER (WHERE NOT is_removed)' : '')
  const sums = SEEN.map((name) => `coalesce(sum(${reviewDailyStats[name].name})${filter(name)}, 0)`)
  const { plan } = ctx.organization
  return sql`(
    SELECT json_array(json_array(${sql.raw(sums.join(', '))}),
      coalesce(sum(CASE WHEN day >= ${utcDay(recentCutoff(plan, ctx.now()))} THEN review_count END), 0),
      json_group_array(json_array(day, ${sql.raw(columns.join(', '))})) FILTER (WHERE posted_review_count > 0),
      json(${ownCounts(ctx, ledger)}))
    FROM review_daily_stats
    WHERE business_id = ${businesses.id} AND day >= ${utcDay(historyCutoff(plan, ctx.now()))} ${ofLedger(ledger)})`
}

/**
 * Review counts of the platforms that the organization has added, as JSON with one entry per day. The partial index has
 * only their rows. Grouping or an indexed range of days would make SQLite read a row even if there are none.
 */
function ownCounts(ctx: MemberContext, ledger: Ledger): SQL {
  return sql`(SELECT json_group_array(json_array(own.id, own.name, own.color, review_count))
    FROM review_daily_stats INDEXED BY review_daily_stats_of_own_platforms
      CROSS JOIN own_platforms AS own ON own.id = own_platform
    WHERE business_id = ${businesses.id} AND own_platform <> '' AND review_count > 0
      AND +day >= ${utcDay(historyCutoff(ctx.organization.plan, ctx.now()))} ${ofLedger(ledger)})`
}

/** Review counts of the platforms that the organization has added, highest first, over all businesses. */
export function ownPlatformTotals(rows: readonly WithFigures[]): (OwnPlatform & { count: number })[] {
  const totals = new Map<OwnPlatformId, OwnPlatform & { count: number }>()
  for (const [id, name, color, count] of rows.flatMap(({ figures }) => figures[3]))
    totals.set(id, { id, name, color, count: count + (totals.get(id)?.count ?? 0) })
  return [...totals.values()].sort((a, b) => b.count - a.count)
}

function postedColumn<N extends (typeof POSTED)[number]>(name: N) {
  return `posted${name.charAt(0).toUpperCase()}${name.slice(1)}` as `posted${Capitalize<N>}`
}

/** Sums over all businesses. `recent` is the number of reviews first seen in the last 30 days. */
export function seenTotals(rows: readonly WithFigures[]): SeenTotals {
  const totals = Object.fromEntries([...SEEN, 'recent'].map((name) => [name, 0])) as SeenTotals
  for (const { figures } of rows) {
    const [seen, recent] = figures
    for (const [index, name] of SEEN.entries()) totals[name] += seen[index] ?? 0
    totals.recent += recent
  }
  return totals
}

/** One entry per UTC day on which reviews were posted, oldest first, all businesses together. */
export function postedDays(rows: readonly WithFigures[]): PostedDay[] {
  const byDay = new Map<string, PostedDay>()
  for (const { figures } of rows) {
    for (const stored of figures[2]) {
      const known = byDay.get(stored[0])
      if (known) addDay(known, stored)
      else byDay.set(stored[0], postedDay(stored))
    }
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Written out column by column for speed: a screen reads thousands of days. */
function postedDay(stored: StoredDay): PostedDay {
  const [
    day,
    reviewCount = 0,
    ratingSum = 0,
    positive = 0,
    neutral = 0,
    negative = 0,
    responded = 0,
    settled = 0,
    hidden = 0,
  ] = stored
  return { day, reviewCount, ratingSum, positive, neutral, negative, responded, settled, hidden }
}

function addDay(sums: PostedDay, stored: StoredDay): void {
  const [
    ,
    reviewCount = 0,
    ratingSum = 0,
    positive = 0,
    neutral = 0,
    negative = 0,
    responded = 0,
    settled = 0,
    hidden = 0,
  ] = stored
  sums.reviewCount += reviewCount
  sums.ratingSum += ratingSum
  sums.positive += positive
  sums.neutral += neutral
  sums.negative += negative
  sums.responded += responded
  sums.settled += settled
  sums.hidden += hidden
}

export function addUp(days: readonly PostedTotals[]): PostedTotals {
  const sums = Object.fromEntries(POSTED.map((name) => [name, 0])) as PostedTotals
  for (const day of days) for (const name of POSTED) sums[name] += day[name]
  return sums
}

/** Number of reviews with a reply. Settled reviews are included in `responded`, but have no reply. */
export function answeredOf({ responded, settled }: { responded: number; settled: number }): number {
  return responded - settled
}

/** Number of reviews with a reply that guests can see: at their platform, not only stored here. */
export function visibleOf(figures: { responded: number; settled: number; hidden: number }): number {
  return answeredOf(figures) - figures.hidden
}
