import { businessChoicesQuery } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { balanceOf, balanceQuery } from '../credits/credits.ts'
import { schedulesOf, schedulesQuery } from '../insights/reports/schedules.ts'
import { reportPage, reportsQuery } from '../insights/reports/stored-reports.ts'
import type { ReportsView } from '../rules/reports.ts'

export async function reportsScreen(ctx: MemberContext): Promise<ReportsView> {
  const [businesses, reports, schedules, balance] = await ctx.db.batch([
    businessChoicesQuery(ctx),
    reportsQuery(ctx),
    schedulesQuery(ctx),
    balanceQuery(ctx),
  ])
  return {
    businesses,
    reports: reportPage(reports),
    schedules: schedulesOf(schedules),
    credits: balanceOf(ctx, balance.results),
  }
}
