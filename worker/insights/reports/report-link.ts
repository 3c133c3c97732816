import { and, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { organizationSubscriptions, organizations, reports } from '#db/schema/index.ts'
import type { BackgroundContext, Context, MemberContext } from '../../context.ts'
import { LIMITS, requireTry } from '../../identity/limits/tries.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import type { LinkToken } from '../../rules/auth.ts'
import { hasFeature } from '../../rules/plans.ts'
import type { ReportId, SharedReport } from '../../rules/reports.ts'
import { areOwn, reportNotFound, reportOf, titleOf } from './stored-reports.ts'

/**
 * Creates a link that shows a report to anyone who has it, replacing an earlier link.
 *
 * @returns its token, which is not stored
 * @throws DomainError `not_found`
 */
export async function shareReport(ctx: MemberContext, { id }: ReportId): Promise<LinkToken> {
  const token = randomToken()
  await changeLink(ctx, id, await sha256Hex(token))
  return { token }
}

/** @throws DomainError `not_found` */
export async function unshareReport(ctx: MemberContext, { id }: ReportId): Promise<void> {
  await changeLink(ctx, id, null)
}

async function changeLink(ctx: MemberContext, id: string, linkHash: string | null): Promise<void> {
  const organizationId = ctx.organization.id
  const linkBy = linkHash === null ? null : ctx.session.user.id
  const action = linkHash === null ? 'report_unshared' : 'report_shared'
  const isIt = and(areOwn(ctx), eq(reports.id, id))
  const [changed] = await ctx.db.batch([
    ctx.db.update(reports).set({ linkHash, linkBy }).where(isIt).returning({ id: reports.id }),
    recordAction(ctx, { organizationId, action, subject: titleOf(isIt) }),
  ])
  if (changed.length === 0) throw reportNotFound()
}

export function endReportLinksOf({ db }: BackgroundContext, userId: string) {
  return db.update(reports).set({ linkHash: null, linkBy: null }).where(eq(reports.linkBy, userId))
}

/**
 * The report of a link, for anybody: without its author, ids or links to reviews.
 *
 * @throws DomainError `not_found` if the link never existed or has ended, for example with the plan; `too_many`
 */
export async function sharedReport(ctx: Context, { token }: LinkToken): Promise<SharedReport> {
  await requireTry(ctx, LIMITS.sharedReportPrefix, ctx.network.prefix)
  const [row] = await ctx.db
    .select({
      ...columns(reports, 'settings', 'method', 'reviewCount', 'inputHash', 'sections', 'createdAt'),
      organizationName: organizations.name,
      plan: organizationSubscriptions.planType,
    })
    .from(reports)
    .innerJoin(organizations, eq(organizations.id, reports.organizationId))
    .innerJoin(
      organizationSubscriptions,
      eq(organizationSubscriptions.organizationId, reports.organizationId),
    )
    .where(eq(reports.linkHash, await sha256Hex(token)))
  if (!row || !hasFeature(row.plan, 'hasCustomReports')) throw reportNotFound()
  const { plan: _, organizationName, ...stored } = row
  const { businesses, results, ...report } = reportOf(stored)
  return {
    ...report,
    organizationName,
    businesses: businesses.map(({ name }) => ({ name })),
    results: results.map(({ name, sentences, tables }) => ({
      name,
      sentences: sentences.map(({ text }) => ({ text, reviews: null })),
      tables: tables.map((table) => ({
        ...table,
        rows: table.rows.map((row) => ({ ...row, reviews: null })),
      })),
    })),
  }
}
