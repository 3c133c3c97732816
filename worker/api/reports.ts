import { createReport } from '../insights/reports/create-report.ts'
import { exportReport } from '../insights/reports/export-csv.ts'
import { getReport, listReports, removeReport } from '../insights/reports/stored-reports.ts'
import { CreateReportInput, ListReportsInput, ReportId } from '../rules/reports.ts'
import { router, verb, withFeature } from './init.ts'

const reader = withFeature('hasCustomReports')
const editor = withFeature('hasCustomReports', 'reports.make')

export const reportsRouter = router({
  list: reader.input(ListReportsInput).query(verb(listReports)),
  get: reader.input(ReportId).query(verb(getReport)),
  create: editor.input(CreateReportInput).mutation(verb(createReport)),
  remove: editor.input(ReportId).mutation(verb(removeReport)),
  /** Pieces of a CSV file, for `/export/report.csv`. */
  export: reader.input(ReportId).query(verb(exportReport)),
})
