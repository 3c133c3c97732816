import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { FileCard } from '#app/features/imports/file-card.tsx'
import { HeldMails, MailCard } from '#app/features/imports/mail-card.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { counted } from '#worker/rules/counted.ts'
import type { ImportOptionsView } from '#worker/rules/imports.ts'

export const meta = () => pageTitle('Add reviews')

export const loader = signedInLoader(async ({ api, params, request }) => {
  const options = await api.imports.options({ businessId: params.id ?? '' })
  // The platform in the address is the first choice.
  const chosen = new URL(request.url).searchParams.get('platform')
  return {
    ...options,
    platforms: options.platforms.toSorted((a, b) => Number(b === chosen) - Number(a === chosen)),
  }
})

export default function AddReviews() {
  const options = useLoaderData<typeof loader>()
  const { business, quota, mayImport } = options
  const format = useFormat()
  return (
    <div className="text-width">
      <PageHeader
        title={`Add reviews to ${business.name}`}
        description={
          quota.left > 0
            ? `Your plan allows ${counted(quota.left, 'more new review', format)} this month. Older ones and files have a limit of their own.`
            : `You've used all ${format.number(quota.limit)} of this month's new reviews. Older ones and files have a limit of their own.`
        }
        actions={
          <LinkButton to={`/app/reviews?businessId=${business.id}`} variant="outline">
            View reviews
          </LinkButton>
        }
      />
      {mayImport ? (
        // Remount for another business: a chosen file is for the current one only.
        <div key={`${business.id} ${options.platforms[0]}`} className="grid gap-4">
          <HeldMails mails={options.heldMails} />
          <FileCard options={options} />
          <PasteCard options={options} />
          <MailCard options={options} />
        </div>
      ) : (
        <EmptyState title="Your role can't add reviews">
          Ask the owner or an admin of your organization to make you a member.
        </EmptyState>
      )}
    </div>
  )
}

const PasteDialog = onDemand(() => import('../../features/imports/paste-dialog.client.tsx'))

function PasteCard({ options }: { options: ImportOptionsView }) {
  const [isOpen, setIsOpen] = useState(false)
  const isReady = useHydrated()
  return (
    <TitledCard
      id="by-hand"
      role="region"
      aria-label="By hand"
      title="By hand"
      description="Copy one review from its page and paste it here."
    >
      <Button variant="outline" disabled={!isReady} onClick={() => setIsOpen(true)}>
        Add a review by hand
      </Button>
      {isOpen && (
        <PasteDialog options={options} onClose={() => setIsOpen(false)} onFailure={() => setIsOpen(false)} />
      )}
    </TitledCard>
  )
}
