import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { Store } from 'lucide'
import { PageHeader } from '#app/components/page-header.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { BusinessFilter } from '#app/features/businesses/business-filter.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { ASK_TEXTS } from '#worker/rules/asking-texts.ts'
import { EffectCard } from './effect-card.tsx'
import { HandOverCard } from './hand-over-card.tsx'
import { AskLogCard } from './log-card.tsx'
import { MailCard } from './mail-card.tsx'
import { PageCard } from './page-card.tsx'

export const meta: MetaFunction = () => pageTitle('Get reviews')

export const loader = signedInLoader(async ({ api, request }) => {
  const businessId = new URL(request.url).searchParams.get('businessId') || undefined
  const view = await api.screens.ask({ businessId })
  const texts = ASK_TEXTS[view.page?.language ?? 'en']
  return {
    ...view,
    usualMessage: texts.message(view.businessName),
    mailSubject: texts.mailSubject(view.businessName),
  }
})

export default function Ask() {
  const view = useLoaderData<typeof loader>()
  const { businesses, businessId } = view
  if (businessId === null) {
    return (
      <>
        <PageHeader title="Get reviews" />
        <EmptyState
          icon={Store}
          title="No location yet"
          action={<LinkButton to="/app/businesses/new">Add a business</LinkButton>}
        >
          Add your business, and get a page, a card and texts that ask for reviews.
        </EmptyState>
      </>
    )
  }
  return (
    <div className="text-width">
      <PageHeader
        title="Get reviews"
        description={
          <>
            Ask everyone, offer nothing, and let them say what they think.{' '}
            <TextLink href="/app/help?q=asking">Why?</TextLink>
          </>
        }
        actions={
          businesses.length > 1 && (
            <BusinessFilter
              action="/app/ask"
              businesses={businesses}
              businessId={businessId}
              kept={{}}
              hasAll={false}
            />
          )
        }
      />
      {/* Remount for another location. */}
      <div key={businessId} className="grid gap-6">
        <PageCard view={view} businessId={businessId} />
        {view.page && <HandOverCard view={view} page={view.page} businessId={businessId} />}
        {view.page && <MailCard view={view} businessId={businessId} />}
        {view.page && <EffectCard view={view} />}
        <AskLogCard firstPage={view.log} businessId={businessId} />
      </div>
    </div>
  )
}
