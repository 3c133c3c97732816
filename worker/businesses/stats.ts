import { type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { readEach } from '../platform/read-each.ts'
import type { BusinessStatsInput } from '../rules/businesses.ts'
import { utcDay } from '../rules/durations.ts'
import { historyCutoff } from '../rules/plans.ts'
import { averageRating, type Ledger } from '../rules/statistics.ts'
import { areOwn } from './require-business.ts'

interface BusinessStats {
  totalBusinesses: number
  activeBusinesses: number
  /** One decimal; 0 when nothing was rated. */
  averageRating: number
  totalReviews: number
  /** Set where the figures of the reviews could not be read; they are zero then. */
  failed?: true
}

/** Reads one row per business and day of the plan's history window, never the reviews. */
export async function businessStats(ctx: MemberContext, input: BusinessStatsInput): Promise<BusinessStats> {
  const [rows] = await readEach(ctx, [businessTotalsQuery(ctx, input.ledger)])
  const totals = totalsOf(rows ?? [])
  const counted = rows ?? (await businessesAlone(ctx))
  const reviewCount = sum(totals.map((row) => row.reviewCount))
  return {
    totalBusinesses: counted.length,
    activeBusinesses: counted.filter((row) => row.isActive).length,
    averageRating: averageRating(sum(totals.map((row) => row.ratingSum)), reviewCount),
    totalReviews: reviewCount,
    ...(rows === null && { failed: true }),
  }
}

function businessesAlone(ctx: MemberContext) {
  return ctx.db.select({ isActive: businesses.isActive }).from(businesses).where(areOwn(ctx))
}

/** Count, rating sum and answered ones of each business over the visible window, in one subquery: two would read every row twice. */
export function businessTotalsQuery(ctx: MemberContext, ledger: Ledger) {
  const firstDay = utcDay(historyCutoff(ctx.organization.plan, ctx.now()))
  const sums = sql<string>`(SELECT json_array(coalesce(sum(review_count), 0), coalesce(sum(rating_sum), 0),
      coalesce(sum(responded), 0)) FROM review_daily_stats
    WHERE business_id = ${businesses.id} AND day >= ${firstDay} ${ofLedger(ledger)})`
  return ctx.db
    .select({ ...columns(businesses, 'id', 'isActive', 'isSample'), sums: sums.as('sums') })
    .from(businesses)
    .where(areOwn(ctx))
}

export function totalsOf(rows: readonly { id: string; isActive: boolean; sums: string }[]) {
  return rows.map(({ id, isActive, sums }) => {
    const [reviewCount, ratingSum, responded] = JSON.parse(sums) as [number, number, number]
    return { id, isActive, reviewCount, ratingSum, pendingCount: reviewCount - responded }
  })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Restricts daily figures to reviews that are still shown, unless all are wanted. */
export function ofLedger(ledger: Ledger): SQL {
  return ledger === 'all' ? sql`` : sql`AND NOT is_removed`
}
