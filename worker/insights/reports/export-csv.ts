import type { MemberContext } from '../../context.ts'
import { LIMITS, requireTry } from '../../identity/limits/tries.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../../rules/csv-text.ts'
import { type ReportId, SECTION_NAMES } from '../../rules/reports.ts'
import { getReport } from './stored-reports.ts'

const HEADER = ['Section', 'Table', 'Row', 'Figure', 'Value']

/**
 * The figures of a report as the pieces of a CSV file, one a line, as they were stored: shares from 0 to 100, not rounded.
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
