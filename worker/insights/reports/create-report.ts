import { sql } from 'drizzle-orm'
import { literal, type Statement } from '#db/client.ts'
import type { ActingContext, BackgroundContext } from '../../context.ts'
import { giveBack, spend } from '../../credits/credits.ts'
import { DomainError } from '../../errors.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { ifRolledBack, onlyWhile } from '../../platform/all-or-nothing.ts'
import { sha256Hex } from '../../platform/ids.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import type { BusinessChoice } from '../../rules/businesses.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import type {
  CreateReportInput,
  ReportId,
  ReportRequest,
  ReportSection,
  ReportSettings,
} from '../../rules/reports.ts'
import { METHOD } from '../reading/read-review.ts'
import { readInput } from './read-input.ts'
import { scheduleReport } from './schedules.ts'
import { numberFormats } from './section-parts.ts'
import { reportSections } from './sections.ts'
import { withStillReading } from './text-sections.ts'

const GIVEN_UP = 'This report was interrupted, and its credits were given back. Create it again.'

/** Raised with every change of what a report says about the same reviews. Stored reports stay unchanged. */
const REPORT_METHOD = 3

/** @throws DomainError as `makeReport` and `scheduleReport` */
export async function createReport(
  ctx: ActingContext,
  { schedule, ...request }: CreateReportInput,
): Promise<ReportId> {
  const { id, businesses } = await makeReport(ctx, request)
  if (schedule !== 'none') await scheduleReport(ctx, { request, businesses, rhythm: schedule })
  return { id }
}

export interface MadeReport {
  id: string
  businesses: BusinessChoice[]
  days: DaySpan
  sections: ReportSection[]
}

/**
 * Creates and stores a report for five credits. The same request on the same UTC day returns the stored report and
 * costs nothing, unless its input has changed, such as the reviews.
 *
 * @param along statements to add to the batch that makes the report visible
 * @throws DomainError `not_found` for a business of another organization; `plan_limit` if too few credits are left
 */
export async function makeReport(
  ctx: ActingContext,
  request: ReportRequest,
  along: (made: MadeReport) => Promise<readonly Statement[]> = async () => [],
): Promise<MadeReport> {
  const { isDelivered, ...made } = await storeReport(ctx, request)
  try {
    if (!isDelivered) await spend(ctx, { kind: 'report', reference: made.id })
    await deliver(ctx, { id: made.id, title: request.title }, await along(made))
  } catch (error) {
    await giveUp(ctx, { id: made.id, organizationId: ctx.organization.id }, ctx.now())
    throw error
  }
  return made
}

/**
 * Stores a report, still hidden, unless the same one exists; concurrent callers all get the one that was stored first.
 */
async function storeReport(
  ctx: ActingContext,
  request: ReportRequest,
): Promise<MadeReport & { isDelivered: number }> {
  const { title, period, sections: names, locale } = request
  const format = numberFormats(locale)
  const { input, isReading } = await readInput(ctx, request, format)
  const { businesses, days, former } = input
  const settings: ReportSettings = { title, period, sections: names, locale, businesses, days, former }
  const counted = reportSections(input, names, format)
  const sections = isReading ? withStillReading(counted) : counted
  const method = `${REPORT_METHOD}.${METHOD}`
  const inputHash = await sha256Hex(JSON.stringify(input))
  const basis = await sha256Hex(JSON.stringify([method, settings, inputHash, counted]))
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
      ON CONFLICT (organization_id, basis) DO UPDATE SET created_at = excluded.created_at WHERE delivered_at IS NULL`),
    ctx.db.statement<{ id: string; isDelivered: number }>(sql`
      SELECT id, delivered_at IS NOT NULL AS isDelivered FROM reports
      WHERE organization_id = ${organizationId} AND basis = ${basis}`),
  ])
  const [stored] = found.results
  if (!stored) throw new Error('a report is there once it is stored')
  return { ...stored, businesses, days, sections }
}

/** @throws DomainError `conflict` if another caller who was creating the same report has given up */
async function deliver(
  ctx: ActingContext,
  { id, title }: { id: string; title: string },
  along: readonly Statement[],
): Promise<void> {
  const organizationId = ctx.organization.id
  const isIt = sql`id = ${id} AND organization_id = ${organizationId}`
  await ctx.db
    .batch([
      onlyWhile(ctx, sql`EXISTS (SELECT 1 FROM reports WHERE ${isIt})`),
      ctx.db.statement(
        sql`UPDATE reports SET delivered_at = ${ctx.now()} WHERE ${isIt} AND delivered_at IS NULL`,
      ),
      recordAction(ctx, { organizationId, action: 'report_made', subject: title }),
      ...along,
    ])
    .catch(ifRolledBack(() => new DomainError('conflict', GIVEN_UP)))
}

/** Deletes a report that was never shown and refunds its credits, unless its creation was restarted after `begunBy`. */
async function giveUp(
  ctx: BackgroundContext,
  { id, organizationId }: StoredId,
  begunBy: number,
): Promise<void> {
  const isIt = sql`id = ${id} AND organization_id = ${organizationId} AND delivered_at IS NULL AND created_at <= ${begunBy}`
  await ctx.db.batch([
    giveBack(ctx, { organizationId, reference: id }, sql`EXISTS (SELECT 1 FROM reports WHERE ${isIt})`),
    ctx.db.statement(sql`DELETE FROM reports WHERE ${isIt}`),
  ])
}

interface StoredId {
  id: string
  organizationId: string
}

/** Age at which an unfinished report counts as interrupted; creating one takes seconds. */
const BROKEN_OFF_MS = 10 * MINUTE_MS
const CLEANED_UP_AT_ONCE = 50

/** Deletes reports whose creation was interrupted before they were shown. */
export async function cleanUpReports(ctx: BackgroundContext): Promise<void> {
  const begunBy = ctx.now() - BROKEN_OFF_MS
  const { results } = await ctx.db.statement<StoredId>(sql`
    SELECT id, organization_id AS organizationId FROM reports
    WHERE delivered_at IS NULL AND created_at <= ${begunBy}
    ORDER BY created_at LIMIT ${literal(CLEANED_UP_AT_ONCE)}`)
  for (const stored of results) await giveUp(ctx, stored, begunBy)
}
