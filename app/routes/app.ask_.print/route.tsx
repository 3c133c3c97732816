import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { ArrowLeft, Printer } from 'lucide'
import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { SwitchLinks } from '#app/components/ui/switch-links.tsx'
import { api } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'

export const meta: MetaFunction = () => pageTitle('Print')

export const loader = signedInLoader(async ({ api, request }) => {
  const { searchParams } = new URL(request.url)
  const { businessId, businessName, page, mayAsk } = await api.screens.ask({
    businessId: searchParams.get('businessId') || undefined,
  })
  const as = searchParams.get('as') === 'stand' ? ('stand' as const) : ('card' as const)
  return { businessId, businessName, page, mayAsk, as }
})

/** Draws the QR code in the browser: the encoder would be 7 KB of the worker. */
const Sheet = onDemand(() => import('./sheet.client.tsx'))

export default function Print() {
  const { businessId, businessName, page, mayAsk, as } = useLoaderData<typeof loader>()
  const [isDrawn, setDrawn] = useState(false)
  const query = `businessId=${businessId ?? ''}`
  const back = (
    <LinkButton to={`/app/ask?${query}`} variant="outline">
      <Icon of={ArrowLeft} />
      Get reviews
    </LinkButton>
  )
  if (!page || businessId === null) {
    return (
      <>
        <PageHeader title="Print" actions={back} />
        <EmptyState icon={Printer} title="No review page yet">
          Make the page of this location first. The code leads to it.
        </EmptyState>
      </>
    )
  }
  const print = async () => {
    if (mayAsk)
      await mutateOrToast(
        api.asking.recordHandOver.mutate({ businessId, channel: 'print' }),
        'account-updated',
      )
    window.print()
  }
  return (
    <>
      <PageHeader
        title="Print"
        description="Your browser prints it, or saves it as a PDF file."
        actions={
          <>
            {back}
            <Button disabled={!isDrawn} onClick={() => void print()}>
              <Icon of={Printer} />
              Print
            </Button>
          </>
        }
      />
      <div className="mb-6 flex">
        <SwitchLinks
          label="What to print"
          items={[
            { label: 'Cards', to: `?${query}&as=card`, isCurrent: as === 'card' },
            { label: 'Table stand', to: `?${query}&as=stand`, isCurrent: as === 'stand' },
          ]}
        />
      </div>
      <Sheet as={as} name={businessName} page={page} onDrawn={setDrawn} />
    </>
  )
}
