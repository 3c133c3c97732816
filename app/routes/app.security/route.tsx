import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { TwoStepCard } from '#app/features/account/factors/two-step-card.tsx'
import { IdentityLinksCard } from '#app/features/account/identity-links-card.tsx'
import { ProviderOutcome } from '#app/features/account/provider-outcome.tsx'
import { localeOfRequest } from '#app/lib/accept-language.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { describeEvents } from './event-texts.ts'
import { KeysCard } from './keys-card.tsx'
import { LogCard } from './log-card.tsx'
import { placeName } from './place-name.server.ts'
import { SessionsCard } from './sessions-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

export const meta = () => pageTitle('Security')

/**
 * Countries are named on the server: for a browser, the names of all countries take longer than the rest of the screen.
 */
export const loader = signedInLoader(async ({ api, request }) => {
  const screen = await api.screens.security()
  const locale = localeOfRequest(request)
  const sessions = screen.sessions.map((session) => ({ ...session, place: placeName(session.place, locale) }))
  return { ...screen, sessions, events: describeEvents(screen.events) }
})

export default function Security() {
  const { sessions, factors, links, events, keys, webhooks } = useLoaderData<typeof loader>()
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
        {keys && <KeysCard keys={keys} />}
        {webhooks && <WebhooksCard webhooks={webhooks} />}
        <LogCard key={events.items[0]?.id} firstPage={events} />
      </div>
    </div>
  )
}
