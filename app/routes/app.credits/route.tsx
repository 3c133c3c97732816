import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { BalanceCard } from './balance-card.tsx'
import { LedgerCard } from './ledger-card.tsx'

export const meta = () => pageTitle('AI Credits')

export const loader = signedInLoader(({ api }) => api.screens.credits())

export default function Credits() {
  const { balance, ledger } = useLoaderData<typeof loader>()
  return (
    <div className="text-width">
      <PageHeader title="AI Credits" description="What your organization can spend on drafts and reports." />
      <div className="grid gap-6">
        <BalanceCard balance={balance} />
        <LedgerCard key={ledger.items[0]?.id} firstPage={ledger} />
      </div>
    </div>
  )
}
