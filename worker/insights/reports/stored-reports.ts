import { and, type Column, desc, eq, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { profiles, reports, users } from '#db/schema/index.ts'
import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { LIMITS, requireTry } from '../../identity/limits/tries.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { isInReach } from '../../platform/business-access.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../../rules/csv-text.ts'
import { iso } from '../../rules/durations.ts'
import {
  type ListReportsInput,
  REPORT_GONE,
  type ReportId,
  type ReportPage,
  type ReportSection,
  type ReportSettings,
  type ReportView,
  SECTION_NAMES,
} from '../../rules/reports.ts'

const PAGE_SIZE = 25

/** Newest first, without their content. */
export async function listReports(ctx: MemberContext, { cursor }: ListReportsInput): Promise<ReportPage> {
  return reportPage(await reportsQuery(ctx, cursor))
}

/** Query for `reportPage`: one row more than the page, to detect a further page. */
export function reportsQuery(ctx: MemberContext, cursor?: string) {
  return (
    ctx.db
      .select({ ...columns(reports, 'id', 'settings', 'createdAt'), isShared: IS_SHARED, by: MADE_BY })
      .from(reports)
      .leftJoin(users, eq(users.id, reports.userId))
      .leftJoin(profiles, eq(profiles.id, reports.userId))
      // Ids increase over time.
      .where(and(areOwn(ctx), cursor === undefined ? undefined : lt(reports.id, cursor)))
      .orderBy(desc(reports.id))
      .limit(PAGE_SIZE + 1)
  )
}

/** Name of a row's author, or email if no name is set. Needs joins with `users` and `profiles`. */
export const MADE_BY = sql<string | null>`coalesce(nullif(${profiles.fullName}, ''), ${users.email})`.as(
  'made_by',
)
const IS_SHARED = sql`${reports.linkHash} IS NOT NULL`.mapWith(Boolean).as('is_shared')

export function reportPage(rows: Awaited<ReturnType<typeof reportsQuery>>): ReportPage {
  const items = rows.slice(0, PAGE_SIZE).map(({ id, settings, createdAt, isShared, by }) => {
    const { title, businesses, days, locale } = settingsOf(settings)
    return { id, title, businesses, days, locale, isShared, by, at: iso(createdAt) }
  })
  return { items, nextCursor: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}

/** A report as it was created. @throws DomainError `not_found` */
export async function getReport(ctx: MemberContext, { id }: ReportId): Promise<ReportView> {
  const [row] = await ctx.db
    .select({
      ...columns(reports, 'id', 'settings', 'method', 'reviewCount', 'inputHash', 'sections', 'createdAt'),
      isShared: IS_SHARED,
      by: MADE_BY,
    })
    .from(reports)
    .leftJoin(users, eq(users.id, reports.userId))
    .leftJoin(profiles, eq(profiles.id, reports.userId))
    .where(and(areOwn(ctx), eq(reports.id, id)))
  if (!row) throw reportNotFound()
  return { ...reportOf(row), organizationName: ctx.organization.name }
}

type StoredReport = Pick<typeof reports.$inferSelect, 'settings' | 'sections' | 'createdAt'>

export function reportOf<Row extends StoredReport>({ settings, sections, createdAt, ...rest }: Row) {
  return {
    ...rest,
    ...settingsOf(settings),
    at: iso(createdAt),
    // Safe: written only by createReport.
    results: JSON.parse(sections) as ReportSection[],
  }
}

export function titleOf(isIt: SQL | undefined): SQL {
  return sql`(SELECT settings->>'title' FROM reports WHERE ${isIt})`
}

/** Deletes a report; its credits stay spent. @throws DomainError `not_found` */
export async function removeReport(ctx: MemberContext, { id }: ReportId): Promise<void> {
  const organizationId = ctx.organization.id
  const isIt = and(areOwn(ctx), eq(reports.id, id))
  const subject = titleOf(isIt)
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'report_deleted', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.delete(reports).where(isIt).returning({ id: reports.id }),
  ])
  if (removed.length === 0) throw reportNotFound()
}

/** Matches paid reports all of whose businesses the caller may see. */
export function areOwn(ctx: MemberContext): SQL | undefined {
  return and(
    eq(reports.organizationId, ctx.organization.id),
    isNotNull(reports.deliveredAt),
    areAllInReach(ctx, reports.businessIds),
  )
}

/** True if the caller may see every business of a JSON list. */
export function areAllInReach(ctx: MemberContext, businessIds: Column): SQL | undefined {
  if (ctx.organization.businessIds === null) return
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${businessIds}) AS chosen WHERE NOT ${isInReach(ctx, sql`chosen.value`)})`
}

/** The cast is safe: only createReport writes the settings. */
function settingsOf(text: string): ReportSettings {
  return JSON.parse(text) as ReportSettings
}

export function reportNotFound(): DomainError {
  return new DomainError('not_found', REPORT_GONE)
}

const HEADER = ['Section', 'Table', 'Row', 'Figure', 'Value']

/**
 * Streams the figures of a report as a CSV file, one per line, as stored: shares from 0 to 100, not rounded.
 *
 * @throws DomainError `not_found`, `too_many`
 */
export async function exportReport(ctx: MemberContext, input: ReportId): Promise<AsyncGenerator<string>> {
  const report = await getReport(ctx, input)
  await requireTry(ctx, LIMITS.exportsUser, ctx.session.user.id)
  return (async function* () {
    yield CSV_BYTE_ORDER_MARK + csvLine(HEADER)
    yield csvLine(['Report', report.title, 'From', 'Day', report.days.from])
    yield csvLine(['Report', report.title, 'To', 'Day', report.days.to])
    for (const { name, tables } of report.results) {
      yield tables
        .flatMap(({ title, rows, columns }) =>
          rows.flatMap((row) =>
            columns.map(({ label }, index) =>
              csvLine([SECTION_NAMES[name], title, row.name, label, row.values[index] ?? '']),
            ),
          ),
        )
        .join('')
    }
  })()
}
