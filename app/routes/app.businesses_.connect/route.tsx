import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { CONNECTION_PROVIDER_NAMES, connectProblemIn } from '#worker/rules/connections.ts'
import { NEW_PLACE_SCREEN } from '#worker/rules/paths.ts'
import { can } from '#worker/rules/permissions.ts'
import { NewPlaces } from './new-places.tsx'

export const meta = () => pageTitle('Connect')

/** `?connection=` lists the places of one of the accounts from `?cursor=` on. */
export const loader = signedInLoader(async ({ api, session, request }) => {
  const query = new URL(request.url).searchParams
  const { items } = await api.connections.list()
  const problem = connectProblemIn(query)
  const accounts = items.map(({ id, provider, label }) => ({ id, provider, label }))
  const chosen = items.find(({ id }) => id === query.get('connection')) ?? null
  if (!chosen || !can(session.user.role, 'businesses.update'))
    return { accounts, problem, chosen: null, places: null }
  const cursor = query.get('cursor')
  const places = await api.connections.locations({ connectionId: chosen.id, ...(cursor && { cursor }) })
  return { accounts, problem, chosen, places }
})

/** Landing page after connecting an account with no business yet. */
export default function ConnectNew() {
  const { accounts, problem, chosen, places } = useLoaderData<typeof loader>()
  return (
    <div className="text-width">
      <PageHeader
        title={
          chosen
            ? 'Which one is your business?'
            : accounts.length > 0
              ? 'Which account has your business?'
              : 'Connect your Business Profile'
        }
        description={
          chosen
            ? `${chosen.label} manages these. Choose one, and its reviews will start coming in.`
            : 'Get your Google reviews, new and old, and have your replies posted to Google.'
        }
      />
      <div className="grid gap-4">
        {problem && <Alert variant="destructive">{problem}</Alert>}
        {chosen && places ? (
          <NewPlaces connection={chosen} places={places} />
        ) : accounts.length > 0 ? (
          <ul className="grid gap-3">
            {accounts.map(({ id, provider, label }) => (
              <li key={id}>
                <LinkButton
                  to={`${NEW_PLACE_SCREEN}?connection=${id}`}
                  variant="outline"
                  className="w-full whitespace-normal wrap-anywhere"
                >
                  {`${label} at ${CONNECTION_PROVIDER_NAMES[provider]}`}
                </LinkButton>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            title="No account is connected yet"
            action={
              <div className="flex flex-wrap justify-center gap-2">
                <Button asChild>
                  <a href="/connections/google?business=new">Connect Google Business Profile</a>
                </Button>
                <LinkButton to="/app/businesses/new" variant="outline">
                  Paste a link instead
                </LinkButton>
              </div>
            }
          >
            Google asks for your consent first. You can withdraw it at any time.
          </EmptyState>
        )}
      </div>
    </div>
  )
}
