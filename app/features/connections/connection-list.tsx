import { Badge } from '#app/components/ui/badge.tsx'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { PlatformMark } from '#app/components/ui/platform-mark.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutateOrToast } from '#app/lib/mutate.ts'
import {
  CONNECTION_PROVIDER_NAMES,
  type ConnectionProvider,
  type ConnectionView,
} from '#worker/rules/connections.ts'
import { connectScreen } from '#worker/rules/paths.ts'
import { ConnectButton, PlanLink, PROVIDER_TEXTS } from './connect-options.tsx'

export interface ConnectionListProps {
  businessId: string
  connections: readonly ConnectionView[]
  allowed: readonly ConnectionProvider[]
  plan: string
}

/** Lists connected accounts and their uses, with buttons to choose a place or disconnect. */
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
