import { useNavigate } from '@remix-run/react'
import { MapPinOff } from 'lucide'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { collectFirst } from '#app/features/collection/collect-first.ts'
import { api, errorText } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import {
  CONNECTION_PROVIDER_NAMES,
  type ConnectionProvider,
  type ConnectionView,
  type ConnectView,
  type PlaceList as Places,
  type PlaceView,
} from '#worker/rules/connections.ts'
import { connectScreen } from '#worker/rules/paths.ts'
import { ConnectButton, PlanLink, PROVIDER_TEXTS } from './connect-options.tsx'

interface ConnectionListProps {
  businessId: string
  connections: readonly ConnectionView[]
  allowed: readonly ConnectionProvider[]
  plan: string
}

export function ConnectionList({ connections, ...rest }: ConnectionListProps) {
  return (
    <ul className="grid gap-4">
      {connections.map((connection) => (
        <li key={connection.id}>
          <ConnectionCard connection={connection} {...rest} />
        </li>
      ))}
    </ul>
  )
}

interface ConnectionCardProps extends Omit<ConnectionListProps, 'connections'> {
  connection: ConnectionView
}

function ConnectionCard({ businessId, connection, allowed, plan }: ConnectionCardProps) {
  const { id, provider, label, state, fault, since, links } = connection
  const own = links.find((link) => link.businessId === businessId)
  const others = links.filter((link) => link.businessId !== businessId)
  const { places } = PROVIDER_TEXTS[provider]
  const name = CONNECTION_PROVIDER_NAMES[provider]

  async function unlink() {
    const call = api.connections.unlink.mutate({ businessId, platform: provider })
    if ((await mutateOrToast(call, 'business-updated')) === null) return
    toast.success(`${label} is no longer used for this business. Reviews collected so far are kept.`)
  }

  async function disconnect() {
    const call = api.connections.remove.mutate({ id })
    if ((await mutateOrToast(call, 'business-updated', `${label} is still connected`)) === null) return
    toast.success(`${label} is disconnected. Reviews collected so far are kept.`)
  }

  return (
    <Card className="grid gap-3 p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PlatformMark platform={provider} />
        <p className="min-w-0 font-medium wrap-anywhere">{label}</p>
        {state === 'revoked' && <Badge variant="negative">Connect again</Badge>}
      </div>
      <div className="grid gap-1 text-sm text-muted-foreground">
        {fault && <p className="text-negative">{fault}</p>}
        <p>
          Connected <RelativeTime date={since} />
        </p>
        {own && (
          <p className="text-foreground">
            {'This business: '}
            <span className="font-medium">{own.placeName}</span>
          </p>
        )}
        {others.length > 0 && <p>{`Also used for ${others.map((link) => link.businessName).join(', ')}`}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {!allowed.includes(provider) ? (
          <PlanLink plan={plan} provider={provider} />
        ) : state === 'revoked' ? (
          <ConnectButton provider={provider} businessId={businessId} label={`Connect ${name} again`} />
        ) : (
          <LinkButton
            to={`${connectScreen(businessId)}?${new URLSearchParams({ connection: id })}`}
            variant={own ? 'outline' : 'default'}
          >
            {own ? `Choose another of its ${places}` : `Choose one of its ${places}`}
          </LinkButton>
        )}
        {own && (
          <Button variant="ghost" onClick={unlink}>
            Stop using for this business
          </Button>
        )}
        <ConfirmButton
          trigger={{
            variant: 'ghost',
            className: 'text-destructive',
            'aria-label': `Disconnect ${label}`,
            children: 'Disconnect',
          }}
          title={`Disconnect ${label}?`}
          text={
            <>
              {`We’ll stop using this ${name} account immediately and let ${name} know. `}
              {links.length > 0 &&
                `${links.map((link) => link.businessName).join(', ')} ${links.length === 1 ? 'will be' : 'will all be'} collected from the public page if there is a link to it, and replies will no longer be posted. `}
              Reviews and replies collected so far are kept.
            </>
          }
          action="Disconnect"
          isDestructive
          onAction={disconnect}
        />
      </div>
    </Card>
  )
}

interface PlaceListProps {
  view: Pick<ConnectView, 'business' | 'googlePlaceId'>
  connection: ConnectionView
  places: Places
}

export function PlaceList({ view, connection, places }: PlaceListProps) {
  const { business, googlePlaceId } = view
  const { provider, id } = connection
  if (places.problem) {
    const { kind, message } = places.problem
    const retry = `${connectScreen(business.id)}?${new URLSearchParams({ connection: id })}`
    return (
      <div className="grid justify-items-start gap-4">
        <Alert variant={kind === 'later' ? 'warning' : 'destructive'}>{message}</Alert>
        {kind === 'reconnect' && (
          <ConnectButton provider={provider} businessId={business.id} label="Connect again" />
        )}
        {kind === 'later' && (
          <LinkButton to={retry} variant="outline">
            Try again
          </LinkButton>
        )}
      </div>
    )
  }
  if (places.items.length === 0) {
    return (
      <EmptyState
        icon={MapPinOff}
        title={`No ${PROVIDER_TEXTS[provider].places} in this account`}
        action={<ConnectButton provider={provider} businessId={business.id} isFurther />}
      >
        {PROVIDER_TEXTS[provider].noPlaces}
      </EmptyState>
    )
  }
  const linked = connection.links.find((link) => link.businessId === business.id)?.placeId
  const fits = (place: PlaceView) => place.googlePlaceId !== null && place.googlePlaceId === googlePlaceId
  const sorted = [...places.items].sort((a, b) => Number(fits(b)) - Number(fits(a)))
  return (
    <div className="grid gap-4">
      <ul className="grid gap-3">
        {sorted.map((place) => (
          <li key={place.id}>
            <Place
              place={place}
              businessId={business.id}
              connection={connection}
              fits={fits(place)}
              isLinked={place.id === linked}
            />
          </li>
        ))}
      </ul>
      {places.nextCursor && (
        <LinkButton
          to={`${connectScreen(business.id)}?${new URLSearchParams({ connection: id, cursor: places.nextCursor })}`}
          variant="outline"
          className="justify-self-center"
        >
          {`More ${PROVIDER_TEXTS[provider].places}`}
        </LinkButton>
      )}
    </div>
  )
}

interface PlaceProps {
  place: PlaceView
  businessId: string
  connection: ConnectionView
  /** True if the business's own link leads to this place. */
  fits: boolean
  isLinked: boolean
}

function Place({ place, businessId, connection, fits, isLinked }: PlaceProps) {
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  async function choose() {
    setBusy(true)
    try {
      await api.connections.link.mutate({ connectionId: connection.id, businessId, placeId: place.id })
    } catch (error) {
      setBusy(false)
      toast.error(errorText(error), { title: `${place.name} was not chosen` })
      return
    }
    const input = { businessId, platforms: [connection.provider] }
    await collectFirst(input, 'Connected, but not collecting yet', () =>
      navigate(`/app/businesses/${businessId}/sources`),
    )
    toast.success(`${place.name} is connected.`)
  }

  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{place.name}</span>
          {isLinked && <Badge variant="positive">In use</Badge>}
          {fits && <Badge variant="info">Matches your link</Badge>}
        </p>
        {place.address && <p className="text-sm wrap-anywhere text-muted-foreground">{place.address}</p>}
      </div>
      {!isLinked && (
        <Button
          variant={fits ? 'default' : 'outline'}
          pending={isBusy}
          aria-label={`Choose ${place.name}${place.address ? `, ${place.address}` : ''}`}
          onClick={choose}
          className="max-sm:w-full"
        >
          Choose
        </Button>
      )}
    </Card>
  )
}
