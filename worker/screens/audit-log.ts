import type { MemberContext } from '../context.ts'
import { auditPage, auditQuery, peopleQuery } from '../organizations/audit-log.ts'
import type { AuditFilters, AuditLogView } from '../rules/audit-log.ts'
import { planLimits } from '../rules/plans.ts'

/** The audit log screen in one batch: the newest page, and the people to filter by. */
export async function auditLogScreen(ctx: MemberContext, input: AuditFilters): Promise<AuditLogView> {
  const [entries, people] = await ctx.db.batch([auditQuery(ctx, input), peopleQuery(ctx)])
  return { log: auditPage(entries), people, historyDays: planLimits(ctx.organization.plan).historyDays }
}
