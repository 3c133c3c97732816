import { PlansButton } from '#app/components/text-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import {
  CONNECTION_PROVIDER_NAMES,
  type ConnectionProvider,
  type ConnectView,
} from '#worker/rules/connections.ts'
import { RECOMMENDATIONS_LAST_DAY } from '#worker/rules/graph-api.ts'
import { unlockedBy } from '#worker/rules/plans.ts'

export const PROVIDER_TEXTS: Record<
  ConnectionProvider,
  { title: string; brings: string; places: string; noPlaces: string }
> = {
  google: {
    title: 'Google Business Profile',
    brings:
      'Collects your Google reviews, new and old, and posts your replies to Google. Google asks for your consent first.',
    places: 'locations',
    noPlaces:
      'This Google account doesn’t manage any locations. Ask the owner of the Business Profile to add it as a manager, or connect an account that manages the location.',
  },
  facebook: {
    title: 'Facebook page',
    brings: `Collects your page’s recommendations until ${RECOMMENDATIONS_LAST_DAY}. After that, Facebook gives apps only the page’s rating and number of reviews. It doesn’t let other services reply, so we take you there instead.`,
    places: 'pages',
    noPlaces:
      'This Facebook account doesn’t manage any pages. Ask an admin of the page to add it, or connect an account that manages the page.',
  },
}

export interface ConnectOptionsProps {
  view: Pick<ConnectView, 'business' | 'offered' | 'allowed' | 'connections'>
  plan: string
}

export function ConnectOptions({ view, plan }: ConnectOptionsProps) {
  const { business, offered, allowed, connections } = view
  if (offered.length === 0) {
    return (
      <EmptyState title="Nothing can be connected here yet">
        The operator of this server has to register it with Google or Facebook first.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {offered.map((provider) => (
        <Card key={provider} className="flex flex-col items-start gap-3 p-5">
          <h3 className="font-semibold tracking-tight">{PROVIDER_TEXTS[provider].title}</h3>
          <p className="flex-1 text-sm text-muted-foreground">{PROVIDER_TEXTS[provider].brings}</p>
          {allowed.includes(provider) ? (
            <ConnectButton
              provider={provider}
              businessId={business.id}
              isFurther={connections.some((connection) => connection.provider === provider)}
            />
          ) : (
            <PlanLink plan={plan} provider={provider} />
          )}
        </Card>
      ))}
    </div>
  )
}

interface ConnectButtonProps {
  provider: ConnectionProvider
  businessId: string
  /** True if an account of the provider is already connected. */
  isFurther?: boolean
  label?: string
}

/** A plain link: it works without script and leaves this site. */
export function ConnectButton({ provider, businessId, isFurther = false, label }: ConnectButtonProps) {
  const name = CONNECTION_PROVIDER_NAMES[provider]
  return (
    <Button asChild variant={isFurther ? 'outline' : 'default'}>
      <a href={`/connections/${provider}?${new URLSearchParams({ business: businessId })}`}>
        {label ?? (isFurther ? `Connect another ${name} account` : `Connect ${name}`)}
      </a>
    </Button>
  )
}

export function PlanLink({ plan, provider }: { plan: string; provider: ConnectionProvider }) {
  return <PlansButton variant="outline">{`Part of the ${unlockedBy(plan, provider)} plan`}</PlansButton>
}
