import { ExternalLink } from 'lucide'
import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { OutsideLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { CopyButton } from '#app/features/account/factors/copy-button.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import { closeAndRefocus } from '#app/lib/close-and-refocus.ts'
import { type AskScreenView, LANGUAGE_NAMES, NO_YELP, type ReviewPageView } from '#worker/rules/asking.ts'

interface PageCardProps {
  view: AskScreenView
  businessId: string
}

const PageForm = onDemand(() => import('./page-form.client.tsx'))

const CHANGE_ID = 'change-page'

export function PageCard({ view, businessId }: PageCardProps) {
  const { page, mayAsk, businessName } = view
  const [isOpen, setIsOpen] = useState(false)
  const isReady = useHydrated()
  const close = () =>
    closeAndRefocus(
      () => document.getElementById(CHANGE_ID),
      () => setIsOpen(false),
    )
  return (
    <TitledCard
      title="Your review page"
      description={`One page that leads to where people can write about ${businessName}. It’s the same for everyone.`}
      className="grid gap-5"
    >
      {page && !isOpen && <PageSummary page={page} />}
      {page && !isOpen && mayAsk && (
        <Button
          id={CHANGE_ID}
          variant="outline"
          className="justify-self-start"
          disabled={!isReady}
          onClick={() => setIsOpen(true)}
        >
          Change the page
        </Button>
      )}
      {(!page || isOpen) && mayAsk && (
        <PageForm view={view} businessId={businessId} {...(page && { onClose: close })} />
      )}
      {!page && !mayAsk && <p className="text-sm text-muted-foreground">Nobody has made this page yet.</p>}
      <p className="text-sm text-muted-foreground">{NO_YELP}</p>
    </TitledCard>
  )
}

function PageSummary({ page: { url, links, isOn, language } }: { page: ReviewPageView }) {
  return (
    <div className="grid gap-4">
      {!isOn && (
        <Alert variant="warning">This page is switched off. People see that it isn’t available.</Alert>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-56 rounded-lg bg-muted px-3 py-2 font-mono text-sm break-all">
          {url}
        </code>
        <CopyButton text={url} label="Copy link" />
        <Button asChild variant="outline">
          <OutsideLink href={url}>
            <Icon of={ExternalLink} />
            Open page
          </OutsideLink>
        </Button>
      </div>
      <p className="text-sm text-muted-foreground">
        Leads to {links.map(({ name }) => name).join(', ')}. In {LANGUAGE_NAMES[language]}.
      </p>
    </div>
  )
}
