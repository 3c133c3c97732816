import { sql } from 'drizzle-orm'
import { giveBack, spend } from '../../billing/credits.ts'
import type { ActingContext } from '../../context.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { sha256Hex } from '../../platform/ids.ts'
import type { CreateReportInput, ReportId, ReportSettings } from '../../rules/reports.ts'
import { METHOD } from '../reading/read-review.ts'
import { numberFormats } from './number-formats.ts'
import { readInput } from './read-input.ts'
import { reportSections } from './sections.ts'

/** Raised with every change of what a report says about the same reviews. Those that are stored stay as they are. */
const REPORT_METHOD = 1

/**
 * Makes a report and stores it, for five credits. While the reviews are the same, so is the report, and it is paid for once a day.
 *
 * @throws DomainError `not_found` for a business that is not the caller's; `plan_limit` where too few credits are left
 */
export async function createReport(ctx: ActingContext, input: CreateReportInput): Promise<ReportId> {
  const stored = await storeReport(ctx, input)
  const { id } = stored
  if (stored.isDelivered) return { id }
  try {
    await spend(ctx, { kind: 'report', reference: id })
    await deliver(ctx, { id, title: input.title })
  } catch (error) {
    await giveUp(ctx, { id, organizationId: ctx.organization.id })
    throw error
  }
  return { id }
}

/** Stores a report unless the same one is there; of many at once, all get the first. Nobody sees it yet. */
async function storeReport(
  ctx: ActingContext,
  request: CreateReportInput,
): Promise<{ id: string; isDelivered: number }> {
  const input = await readInput(ctx, request)
  const { businesses, days, former } = input
  const { title, period, sections: names, locale } = request
  const settings: ReportSettings = { title, period, sections: names, locale, businesses, days, former }
  const sections = reportSections(input, names, numberFormats(locale))
  const method = `${REPORT_METHOD}.${METHOD}`
  const inputHash = await sha256Hex(JSON.stringify(input))
  const basis = await sha256Hex(JSON.stringify([method, settings, inputHash, sections]))
  const organizationId = ctx.organization.id
  const reviewCount = input.figures
    .flat()
    .reduce((sum, { day, count }) => sum + (day >= days.from ? count : 0), 0)
  const [, found] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO reports (id, organization_id, user_id, basis, business_ids, settings, method, review_count, input_hash,
        sections, created_at)
      VALUES (${ctx.createId()}, ${organizationId}, ${ctx.session.user.id}, ${basis}, ${JSON.stringify(businesses.map(({ id }) => id))},
        ${JSON.stringify(settings)}, ${method}, ${reviewCount}, ${inputHash}, ${JSON.stringify(sections)}, ${ctx.now()})
      ON CONFLICT (organization_id, basis) DO NOTHING`),
    ctx.db.statement<{ id: string; isDelivered: number }>(sql`
      SELECT id, delivered_at IS NOT NULL AS isDelivered FROM reports
      WHERE organization_id = ${organizationId} AND basis = ${basis}`),
  ])
  const [stored] = found.results
  if (!stored) throw new Error('a report is there once it is stored')
  return stored
}

async function deliver(ctx: ActingContext, { id, title }: { id: string; title: string }): Promise<void> {
  const organizationId = ctx.organization.id
  await ctx.db.batch([
    ctx.db.statement(sql`UPDATE reports SET delivered_at = ${ctx.now()}
      WHERE id = ${id} AND organization_id = ${organizationId} AND delivered_at IS NULL`),
    recordAction(ctx, { organizationId, action: 'report_made', subject: title }),
  ])
}

/** Takes back a report that nobody got to see, and gives back what was paid for it. */
async function giveUp(
  ctx: ActingContext,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<void> {
  const { results } = await ctx.db.statement<{ id: string }>(sql`DELETE FROM reports
    WHERE id = ${id} AND organization_id = ${organizationId} AND delivered_at IS NULL RETURNING id`)
  if (results.length > 0) await giveBack(ctx, { organizationId, reference: id })
}
