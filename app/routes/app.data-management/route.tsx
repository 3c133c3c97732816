import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ProviderOutcome } from '#app/features/account/provider-outcome.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import type { DataManagementView } from '#worker/rules/account-deletion.ts'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { ExportCard } from './export-card.tsx'
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

/** Lists how long data is stored. */
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
