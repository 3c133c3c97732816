import { LockedScreen } from '#app/components/locked-screen.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import type { ReportView } from '#worker/rules/reports.ts'
import { ReportPage } from './report-page.tsx'

/** Shown if the plan doesn't include reports. */
export function LockedReports({ text, sample }: { text: string; sample: ReportView }) {
  return (
    <>
      <PageHeader title="Reports" />
      <LockedScreen
        feature="hasCustomReports"
        text={text}
        use="Bring your locations’ figures together in reports to read, print and share."
      >
        <ReportPage report={sample} hasReviews={false} />
      </LockedScreen>
    </>
  )
}
