import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { ProviderOutcome } from '#app/features/account/provider-outcome.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { DeleteAccountCard } from './delete-account-card.tsx'
import { ExportCard } from './export-card.tsx'
import { FileImportCard, ImportCard } from './import-card.tsx'
import { RetentionCard } from './retention-card.tsx'

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
