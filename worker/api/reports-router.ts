import { createReport } from '../insights/reports/create-report.ts'
import { sharedReport, shareReport, unshareReport } from '../insights/reports/report-link.ts'
import { removeSchedule, setSchedule } from '../insights/reports/schedules.ts'
import { exportReport, getReport, listReports, removeReport } from '../insights/reports/stored-reports.ts'
import { LinkToken } from '../rules/auth.ts'
import {
  CreateReportInput,
  ListReportsInput,
  ReportId,
  ScheduleId,
  SetScheduleInput,
} from '../rules/reports.ts'
import { anyone, router, verb, withFeature } from './init.ts'

const reader = withFeature('hasCustomReports')
const editor = withFeature('hasCustomReports', 'reports.make')

export const reportsRouter = router({
  list: reader.input(ListReportsInput).query(verb(listReports)),
  get: reader.input(ReportId).query(verb(getReport)),
  create: editor.input(CreateReportInput).mutation(verb(createReport)),
  remove: editor.input(ReportId).mutation(verb(removeReport)),
  setSchedule: editor.input(SetScheduleInput).mutation(verb(setSchedule)),
  removeSchedule: editor.input(ScheduleId).mutation(verb(removeSchedule)),
  share: editor.input(ReportId).mutation(verb(shareReport)),
  unshare: editor.input(ReportId).mutation(verb(unshareReport)),
  shared: anyone.input(LinkToken).query(verb(sharedReport)),
  export: reader.input(ReportId).query(verb(exportReport)),
})
