import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import type { IdentityLink } from '#worker/identity/links/identity-links.ts'
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#worker/rules/oauth.ts'
import { ProviderIcon } from './oauth-buttons.tsx'

export function IdentityLinksCard({ links }: { links: readonly IdentityLink[] }) {
  const { confirmed, dialog } = useConfirmed()
  const { busy, act } = useAction()
  if (links.length === 0) return null

  const connect = (provider: OAuthProvider) =>
    act(provider, async () => {
      const answer = await confirmed(() => api.auth.identities.link.mutate({ provider }))
      if (answer) window.location.assign(answer.url)
    })

  const disconnect = (provider: OAuthProvider) =>
    act(provider, async () => {
      const answer = await confirmed(() =>
        mutate(api.auth.identities.unlink.mutate({ provider }), 'account-updated'),
      )
      if (answer !== null) toast.success(`${OAUTH_PROVIDER_NAMES[provider]} is disconnected.`)
    })

  return (
    <TitledCard
      title="Sign in with"
      description="Other accounts you can use to sign in here."
      className="grid gap-4"
    >
      <ul className="grid gap-4">
        {links.map(({ provider, connected }) => (
          <li key={provider} className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <ProviderIcon provider={provider} className="size-5 shrink-0" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{OAUTH_PROVIDER_NAMES[provider]}</p>
              <p className="text-sm wrap-anywhere text-muted-foreground">
                {connected ? (
                  <>
                    <Address text={connected.email || 'Connected'} />, since{' '}
                    <RelativeTime date={connected.since} />
                  </>
                ) : (
                  'Not connected'
                )}
              </p>
            </div>
            <Button
              variant="outline"
              pending={busy === provider}
              aria-label={`${connected ? 'Disconnect' : 'Connect'} ${OAUTH_PROVIDER_NAMES[provider]}`}
              onClick={() => (connected ? disconnect(provider) : connect(provider))}
            >
              {connected ? 'Disconnect' : 'Connect'}
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </TitledCard>
  )
}

function Address({ text }: { text: string }) {
  const at = text.indexOf('@') + 1
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  )
}
