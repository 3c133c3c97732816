import { useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { TwoStepCard } from '#app/features/account/factors/two-step-card.tsx'
import { IdentityLinksCard } from '#app/features/account/identity-links-card.tsx'
import { ProviderOutcome } from '#app/features/account/provider-outcome.tsx'
import { localeOfRequest } from '#app/lib/accept-language.ts'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useOlder } from '#app/lib/use-older.ts'
import type { ApiKeyView } from '#worker/rules/api-keys.ts'
import { MCP_PATH } from '#worker/rules/assistants.ts'
import { AssistantsCard } from './assistants-card.tsx'
import { type DescribedEvents, describeEvents } from './event-texts.ts'
import { KeysCard } from './keys-card.tsx'
import { placeName } from './place-name.server.ts'
import { SessionsCard } from './sessions-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

export const meta = () => pageTitle('Security')

/**
 * Countries are named on the server: loading the names of all countries would take a browser longer than the rest of
 * the screen.
 */
export const loader = signedInLoader(async ({ api, request }) => {
  const screen = await api.screens.security()
  const locale = localeOfRequest(request)
  const sessions = screen.sessions.map((session) => ({ ...session, place: placeName(session.place, locale) }))
  const mcpAddress = new URL(MCP_PATH, request.url).href
  return { ...screen, sessions, events: describeEvents(screen.events), mcpAddress }
})

export default function Security() {
  const { sessions, factors, links, events, keys, webhooks, mcpAddress } = useLoaderData<typeof loader>()
  return (
    <div className="text-width">
      <PageHeader
        title="Security"
        description="Where you are signed in, and what happened to your account."
      />
      <div className="grid gap-6">
        <ProviderOutcome />
        <SessionsCard sessions={sessions} />
        <TwoStepCard factors={factors} />
        <IdentityLinksCard links={links} />
        {keys && (
          <>
            <AssistantsCard address={mcpAddress} assistants={keys.filter(isAssistant)} />
            <KeysCard keys={keys.filter((key) => !isAssistant(key))} />
          </>
        )}
        {webhooks && <WebhooksCard webhooks={webhooks} />}
        <LogCard key={events.items[0]?.id} firstPage={events} />
      </div>
    </div>
  )
}

function isAssistant({ assistantHost }: ApiKeyView): boolean {
  return assistantHost !== null
}

export function LogCard({ firstPage }: { firstPage: DescribedEvents }) {
  const { items, hasOlder, isLoading, failure, showOlder } = useOlder(firstPage, readOlder)
  useEffect(() => {
    if (failure) toast.error(failure)
  }, [failure])
  return (
    <TitledCard
      title="Security log"
      description="What happened to your account in the last year."
      className="grid gap-4"
    >
      {items.length === 0 && <p className="text-sm text-muted-foreground">Nothing yet.</p>}
      <ul className="grid gap-3 text-sm">
        {items.map(({ id, text, isRefused, source, at }) => (
          <li key={id}>
            <p className={isRefused ? 'font-medium text-negative' : 'font-medium'}>{text}</p>
            <p className="text-muted-foreground">
              {source} · <RelativeTime date={at} />
            </p>
          </li>
        ))}
      </ul>
      {hasOlder && (
        <Button variant="outline" className="justify-self-start" pending={isLoading} onClick={showOlder}>
          Show older entries
        </Button>
      )}
    </TitledCard>
  )
}

/** Loads the event texts together with the first page that the browser reads. */
async function readOlder(cursor: string): Promise<DescribedEvents> {
  const older = await api.auth.securityEvents.query({ cursor })
  const { describeEvents } = await import('./event-texts.ts')
  return describeEvents(older)
}
