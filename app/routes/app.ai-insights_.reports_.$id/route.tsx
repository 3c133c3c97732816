import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { Download, Printer } from 'lucide'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { LockedReports } from '#app/features/reports/locked-reports.tsx'
import { ReportPage } from '#app/features/reports/report-page.tsx'
import { sampleReport } from '#app/features/reports/sample.server.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay } from '#app/lib/viewer.ts'
import { lockText } from '#worker/rules/plans.ts'
import { ShareCard } from './share-card.tsx'

export const loader = signedInLoader(async ({ api, session, params }) => {
  const locked = lockText('ai-insights', session.plan)
  return locked
    ? { locked, report: sampleReport(Date.now()) }
    : { locked: null, report: await api.reports.get({ id: params.id ?? '' }) }
})

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  pageTitle(data && data.locked === null ? data.report.title : 'Report')

export default function Report() {
  const { locked, report } = useLoaderData<typeof loader>()
  const mayShare = useMay('reports.make')
  if (locked !== null) return <LockedReports text={locked} sample={report} />
  return (
    <ReportPage
      report={report}
      hasReviews
      actions={
        <>
          <Button asChild variant="outline">
            <a href={`/export/report.csv?id=${report.id}`}>
              <Icon of={Download} />
              Export CSV
            </a>
          </Button>
          <Button variant="outline" onClick={() => window.print()}>
            <Icon of={Printer} />
            Print or save as PDF
          </Button>
        </>
      }
    >
      {mayShare && (
        <div className="print:hidden">
          <ShareCard key={report.id} id={report.id} isShared={report.isShared} />
        </div>
      )}
    </ReportPage>
  )
}
