import { useLoaderData, useNavigate } from '@remix-run/react'
import { MapPinOff } from 'lucide'
import { useState } from 'react'
import { PageHeader } from '#app/components/page-header.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { collectFirst } from '#app/features/collection/collect-first.ts'
import { PROVIDER_TEXTS } from '#app/features/connections/connect-options.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import {
  CONNECTION_PROVIDER_NAMES,
  type ConnectionView,
  connectProblemIn,
  type PlaceList,
  type PlaceView,
} from '#worker/rules/connections.ts'
import { alreadyListed } from '#worker/rules/found-place.ts'
import { connectScreen, NEW_PLACE_SCREEN } from '#worker/rules/paths.ts'
import { can } from '#worker/rules/permissions.ts'

export const meta = () => pageTitle('Connect')

/** `?connection=` is the account whose places are listed, `?cursor=` the page of that list. */
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

/** Screen for connecting an account before there is a business; the chosen place becomes one. */
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

interface NewPlacesProps {
  connection: ConnectionView
  places: PlaceList
}

function NewPlaces({ connection, places }: NewPlacesProps) {
  const { id, provider } = connection
  if (places.problem) {
    return (
      <Alert variant={places.problem.kind === 'later' ? 'warning' : 'destructive'}>
        {places.problem.message}
      </Alert>
    )
  }
  if (places.items.length === 0) {
    return (
      <EmptyState icon={MapPinOff} title={`No ${PROVIDER_TEXTS[provider].places} in this account`}>
        {PROVIDER_TEXTS[provider].noPlaces}
      </EmptyState>
    )
  }
  const used = new Map(connection.links.map((link) => [link.placeId, link.businessName]))
  return (
    <>
      <ul className="grid gap-3">
        {places.items.map((place) => (
          <li key={place.id}>
            <NewPlace place={place} connection={connection} usedBy={used.get(place.id) ?? null} />
          </li>
        ))}
      </ul>
      {places.nextCursor && (
        <LinkButton
          to={`${NEW_PLACE_SCREEN}?${new URLSearchParams({ connection: id, cursor: places.nextCursor })}`}
          variant="outline"
          className="justify-self-center"
        >
          {`More ${PROVIDER_TEXTS[provider].places}`}
        </LinkButton>
      )}
    </>
  )
}

interface NewPlaceProps {
  place: PlaceView
  connection: ConnectionView
  /** Name of the business that already uses the place as a source. */
  usedBy: string | null
}

function NewPlace({ place, connection, usedBy }: NewPlaceProps) {
  const { isListed, listedAs } = place
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  async function choose() {
    setBusy(true)
    let businessId: string | null = null
    try {
      const { name, address } = place
      const business = await api.businesses.create.mutate({
        name: name.slice(0, 120),
        ...(address && { fullAddress: address.slice(0, 300) }),
      })
      businessId = business.id
      await api.connections.link.mutate({ connectionId: connection.id, businessId, placeId: place.id })
    } catch (error) {
      // If connecting fails, remove the business again: nobody asked for an empty one.
      if (businessId) await api.businesses.remove.mutate({ id: businessId }).catch(() => null)
      setBusy(false)
      toast.error(errorText(error), { title: `${place.name} was not added` })
      return
    }
    const input = { businessId, platforms: [connection.provider] }
    await collectFirst(input, 'Connected, but not collecting yet', () => navigate('/app'))
  }

  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
        <p className="font-medium">{place.name}</p>
        {place.address && <p className="text-sm text-muted-foreground">{place.address}</p>}
        {usedBy ? (
          <p className="text-sm text-muted-foreground">Already connected with {usedBy}</p>
        ) : (
          isListed && <p className="text-sm text-muted-foreground">{alreadyListed(listedAs?.name ?? null)}</p>
        )}
      </div>
      {!usedBy && listedAs && (
        <LinkButton
          to={`${connectScreen(listedAs.id)}?${new URLSearchParams({ connection: connection.id })}`}
          variant="outline"
          aria-label={`Connect it: ${listedAs.name}`}
          className="max-sm:w-full"
        >
          Connect it
        </LinkButton>
      )}
      {!usedBy && !isListed && (
        <Button
          pending={isBusy}
          onClick={choose}
          aria-label={`Get the reviews: ${place.name}${place.address ? `, ${place.address}` : ''}`}
          className="max-sm:w-full"
        >
          Get the reviews
        </Button>
      )}
    </Card>
  )
}
