import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { ProviderOutcome } from '#app/features/account/provider-outcome.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay } from '#app/lib/viewer.ts'
import type { DataManagementView } from '#worker/rules/account-deletion.ts'
import { ARCHIVE_ADDRESS } from '#worker/rules/archives.ts'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { FileImportCard, ImportCard } from './import-card.tsx'

export const meta = () => pageTitle('Data Management')

export const loader = signedInLoader(({ api }) => api.screens.dataManagement())

export default function DataManagement() {
  const { deletion, retention, businesses } = useLoaderData<typeof loader>()
  return (
    <div className="text-width">
      <PageHeader
        title="Data Management"
        description="Download your data, see how long it is kept, or delete your account."
      />
      <div className="grid gap-6">
        <ProviderOutcome />
        <ExportCard />
        <FileImportCard businesses={businesses} />
        <ImportCard />
        <RetentionCard retention={retention} />
        <DeleteAccountCard deletion={deletion} />
      </div>
    </div>
  )
}

export function RetentionCard({ retention }: Pick<DataManagementView, 'retention'>) {
  return (
    <TitledCard
      title="How long we keep your data"
      description="After that, it is deleted automatically, for good."
    >
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">What</th>
            <th scope="col">Kept</th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {retention.map(({ what, kept }) => (
            <tr key={what} className="align-top">
              <th scope="row" className="py-2.5 pr-4 text-left font-normal">
                {what}
              </th>
              <td className="w-2/5 py-2.5 text-muted-foreground">{kept}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledCard>
  )
}

/** No `download` attribute, because errors are shown as a page. */
export function ExportCard() {
  const mayTakeAll = useMay('organization.export')
  return (
    <TitledCard
      title="Download everything"
      description={
        mayTakeAll
          ? 'One zip archive with the data of this organization and your own: businesses, reviews with their earlier versions, responses, competitors, reports, templates, tags, widgets and settings, as JSON for programs and CSV for spreadsheets. It also includes what is older than your plan’s history. It leaves out keys and connections, the activity log, notifications, payments, and what we work out from your reviews.'
          : 'One zip archive with everything we store about you: your account, your settings and your security log. Only owners and admins can download the organization’s data.'
      }
    >
      <Button asChild variant="outline">
        <a href={ARCHIVE_ADDRESS}>
          <Icon of={Download} />
          Download the archive
        </a>
      </Button>
    </TitledCard>
  )
}
