import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { FirstBusiness } from '#app/features/businesses/first-business-on-demand.tsx'
import { LockedReports } from '#app/features/reports/report-page.tsx'
import { sampleReport } from '#app/features/reports/sample.server.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay } from '#app/lib/viewer.ts'
import { lockText } from '#worker/rules/plans.ts'
import { NewReportCard } from './new-report-card.tsx'
import { ReportList, ScheduleList } from './report-list.tsx'

export const meta = () => pageTitle('Reports')

export const loader = signedInLoader(async ({ api, session }) => {
  const locked = lockText('ai-insights', session.plan)
  return locked
    ? { locked, sample: sampleReport(Date.now()) }
    : { locked: null, view: await api.screens.reports() }
})

export default function Reports() {
  const data = useLoaderData<typeof loader>()
  const mayMake = useMay('reports.make')
  if (data.locked !== null) return <LockedReports text={data.locked} sample={data.sample} />
  const { businesses, reports, schedules, credits } = data.view
  return (
    <div className="text-width">
      <PageHeader
        title="Reports"
        description="Your locations’ figures in one place, to read, print and share. A report doesn’t change once it’s created."
      />
      {businesses.length === 0 && reports.items.length === 0 ? (
        <FirstBusiness />
      ) : (
        <div className="grid gap-6">
          <ReportList key={reports.items[0]?.id} firstPage={reports} />
          {schedules.length > 0 && <ScheduleList schedules={schedules} businesses={businesses} />}
          {mayMake && businesses.length > 0 && <NewReportCard businesses={businesses} credits={credits} />}
        </div>
      )}
    </div>
  )
}
