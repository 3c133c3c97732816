import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { Download, Printer } from 'lucide'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { LockedReports, ReportPage } from '#app/features/reports/report-page.tsx'
import { sampleReport } from '#app/features/reports/sample.server.ts'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay } from '#app/lib/viewer.ts'
import { lockText } from '#worker/rules/plans.ts'
import type { ReportView } from '#worker/rules/reports.ts'

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

function ShareCard({ id, isShared }: Pick<ReportView, 'id' | 'isShared'>) {
  const { busy, act } = useAction<'share' | 'end'>()
  const [address, setAddress] = useState<string | null>(null)

  function share() {
    void act('share', async () => {
      const { token } = await mutate(api.reports.share.mutate({ id }), 'account-updated')
      setAddress(`${window.location.origin}/reports/${token}`)
    })
  }

  function end() {
    void act('end', async () => {
      await mutate(api.reports.unshare.mutate({ id }), 'account-updated')
      setAddress(null)
      toast.success('The link has been turned off.')
    })
  }

  return (
    <TitledCard
      title={isShared ? 'Shared by link' : 'Share by link'}
      description={
        isShared
          ? 'Anyone with the link can read this report without an account. The reviews behind it stay private.'
          : 'Anyone with the link can read this report without an account. You can turn the link off at any time.'
      }
      className="grid gap-4"
    >
      {address !== null && (
        <div className="grid gap-2 text-sm">
          <p>Copy the link now: it is shown only once.</p>
          <code className="rounded-lg bg-muted p-3 break-all">{address}</code>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {address !== null && <CopyButton key={address} text={address} label="Copy the link" autoFocus />}
        {!isShared && (
          <Button variant="outline" pending={busy === 'share'} onClick={share}>
            Create a link
          </Button>
        )}
        {isShared && address === null && (
          <ConfirmButton
            trigger={{ variant: 'outline', pending: busy === 'share', children: 'Replace the link' }}
            title="Replace the link?"
            text="The link you shared earlier will stop working."
            action="Replace the link"
            onAction={share}
          />
        )}
        {isShared && (
          <ConfirmButton
            trigger={{ variant: 'outline', pending: busy === 'end', children: 'Turn off the link' }}
            title="Turn off the link?"
            text="Anyone who opens it will no longer see the report."
            action="Turn off the link"
            isDestructive
            onAction={end}
          />
        )}
      </div>
    </TitledCard>
  )
}
