import { useLoaderData } from '@remix-run/react'
import { ArrowLeft } from 'lucide'
import type { ReactNode } from 'react'
import { PageHeader } from '#app/components/page-header.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { ConnectOptions, PROVIDER_TEXTS } from '#app/features/connections/connect-options.tsx'
import { ConnectionList, PlaceList } from '#app/features/connections/connection-list.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useViewer } from '#app/lib/viewer.ts'
import { connectProblemIn } from '#worker/rules/connections.ts'
import { connectScreen } from '#worker/rules/paths.ts'
import { can } from '#worker/rules/permissions.ts'

export const meta = () => pageTitle('Connect')

/** `?connection=` is the account whose places are listed, `?cursor=` the page of that list. */
export const loader = signedInLoader(async ({ api, session, params, request }) => {
  const query = new URL(request.url).searchParams
  const view = await api.screens.connect({ businessId: params.id ?? '' })
  const chosen = view.connections.find(({ id }) => id === query.get('connection')) ?? null
  const problem = connectProblemIn(query)
  const mayChange = can(session.user.role, 'businesses.update')
  if (!chosen || !mayChange || !view.allowed.includes(chosen.provider))
    return { view, problem, mayChange, chosen: null, places: null }
  const cursor = query.get('cursor')
  const places = await api.connections.locations({ connectionId: chosen.id, ...(cursor && { cursor }) })
  return { view, problem, mayChange, chosen, places }
})

export default function Connect() {
  const { view, problem, mayChange, chosen, places } = useLoaderData<typeof loader>()
  const { plan } = useViewer()
  const { business, connections } = view
  if (chosen && places) {
    return (
      <div className="text-width">
        <PageHeader
          title={`Which one is ${business.name}?`}
          description={`The ${PROVIDER_TEXTS[chosen.provider].places} of ${chosen.label}.`}
          actions={
            <LinkButton to={connectScreen(business.id)} variant="outline">
              <Icon of={ArrowLeft} />
              All accounts
            </LinkButton>
          }
        />
        <PlaceList view={view} connection={chosen} places={places} />
      </div>
    )
  }
  return (
    <div className="text-width">
      <PageHeader
        title={`Connect ${business.name}`}
        description="Your own account is the best source: you get every review, and your replies are posted automatically."
      />
      <div className="grid gap-6">
        {problem && <Alert variant="destructive">{problem}</Alert>}
        {mayChange ? (
          <>
            {connections.length > 0 && (
              <Section title="Connected accounts">
                <ConnectionList
                  businessId={business.id}
                  connections={connections}
                  allowed={view.allowed}
                  plan={plan}
                />
              </Section>
            )}
            <Section title={connections.length > 0 ? 'Connect another account' : 'Accounts you can connect'}>
              <ConnectOptions view={view} plan={plan} />
            </Section>
          </>
        ) : (
          <EmptyState title="You don’t have permission to connect businesses">
            Ask the owner or an admin of your organization.
          </EmptyState>
        )}
      </div>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  )
}
