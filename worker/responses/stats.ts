import { businessNotFound } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { addUp, dailyTotalsQuery, totalsByDay } from '../reviews/daily-totals.ts'
import type { ResponsesOfBusiness } from '../rules/responses.ts'
import { responseRate } from '../rules/statistics.ts'

export interface ResponseStats {
  total_responses: number
  published_responses: number
  /** Percent, two decimals. */
  response_rate: number
}

/**
 * Responses of a business over the plan's history. A response written here is published at once, so both counts are
 * the days' responded reviews.
 *
 * @throws DomainError `not_found`
 */
export async function responseStats(ctx: MemberContext, input: ResponsesOfBusiness): Promise<ResponseStats> {
  // What was answered stays answered, also where the platform no longer shows the review.
  const rows = await dailyTotalsQuery(ctx, { ...input, ledger: 'all' })
  if (rows.length === 0) throw businessNotFound()
  const sums = addUp(totalsByDay(rows))
  return {
    total_responses: sums.responded,
    published_responses: sums.responded,
    response_rate: responseRate(sums.responded, sums.reviewCount, 2),
  }
}
