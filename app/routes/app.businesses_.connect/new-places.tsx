import { useNavigate } from '@remix-run/react'
import { MapPinOff } from 'lucide'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { collectFirst } from '#app/features/collection/collect-first.ts'
import { PROVIDER_TEXTS } from '#app/features/connections/connect-options.tsx'
import { api, errorText } from '#app/lib/api.ts'
import type { ConnectionView, PlaceList, PlaceView } from '#worker/rules/connections.ts'
import { NEW_PLACE_SCREEN } from '#worker/rules/paths.ts'

interface NewPlacesProps {
  connection: ConnectionView
  places: PlaceList
}

/** Lists an account's places; the chosen one becomes a new business. */
export function NewPlaces({ connection, places }: NewPlacesProps) {
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
  /** Name of the business that already uses it as a source. */
  usedBy: string | null
}

function NewPlace({ place, connection, usedBy }: NewPlaceProps) {
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
        {usedBy && <p className="text-sm text-muted-foreground">Already connected with {usedBy}</p>}
      </div>
      {!usedBy && (
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
