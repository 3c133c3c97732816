import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PlansLink, TextLink } from '#app/components/text-link.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { api } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { useViewer } from '#app/lib/viewer.ts'
import {
  type ApiKeyView,
  type CreateApiKeyInput,
  FEED_SCOPE,
  KEY_SCOPE_NAMES,
} from '#worker/rules/api-keys.ts'
import { hasFeature } from '#worker/rules/plans.ts'
import type { KeyStep } from './key-dialog.client.tsx'

const KeyDialog = onDemand(() => import('./key-dialog.client.tsx'))

export function KeysCard({ keys }: { keys: readonly ApiKeyView[] }) {
  const mayMake = hasFeature(useViewer().plan, 'hasApiAccess')
  const { confirmed, dialog } = useConfirmed()
  const { busy, act } = useAction()
  const [step, setStep] = useState<KeyStep | null>(null)

  async function create(input: CreateApiKeyInput) {
    const made = await confirmed(() => api.apiKeys.create.mutate(input))
    if (made) setStep({ key: made.key })
  }

  const createFeed = () =>
    act('feed', async () => {
      const made = await confirmed(() => api.apiKeys.createFeed.mutate({ name: 'Feed of new reviews' }))
      if (made) setStep({ feedKey: made.key })
    })

  const rotate = ({ id, scopes }: ApiKeyView) =>
    act(`rotate ${id}`, async () => {
      const made = await confirmed(() => api.apiKeys.rotate.mutate({ id }))
      if (made) setStep(scopes.includes(FEED_SCOPE) ? { feedKey: made.key } : { key: made.key })
    })

  const revoke = ({ id, name }: ApiKeyView) =>
    act(`revoke ${id}`, async () => {
      await mutate(api.apiKeys.revoke.mutate({ id }), 'account-updated')
      toast.success(`${name} is revoked.`)
    })

  function close() {
    setStep(null)
    fireAppEvent('account-updated')
  }

  return (
    <TitledCard
      title="API keys"
      description="For programs that read or change your reviews. Each key has your role and the access you choose."
      className="grid gap-5"
    >
      {keys.length > 0 && (
        <ul className="grid gap-5">
          {keys.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <KeyLine apiKey={key} />
              {mayMake && !key.isReplaced && (
                <ConfirmButton
                  trigger={{
                    variant: 'outline',
                    pending: busy === `rotate ${key.id}`,
                    children: 'Replace',
                    'aria-label': `Replace ${key.name}`,
                  }}
                  title={`Replace ${key.name}?`}
                  text="You get a new key now. The old one keeps working for 24 hours, so nothing breaks in the meantime."
                  action="Replace"
                  onAction={() => rotate(key)}
                />
              )}
              <ConfirmButton
                trigger={{
                  variant: 'outline',
                  pending: busy === `revoke ${key.id}`,
                  children: 'Revoke',
                  'aria-label': `Revoke ${key.name}`,
                }}
                title={`Revoke ${key.name}?`}
                text="Programs that use it stop working immediately."
                action="Revoke"
                isDestructive
                onAction={() => revoke(key)}
              />
            </li>
          ))}
        </ul>
      )}
      {mayMake ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="outline" onClick={() => setStep('form')}>
            New key
          </Button>
          <Button variant="outline" pending={busy === 'feed'} onClick={createFeed}>
            RSS feed
          </Button>
          <p className="text-sm text-muted-foreground">
            Try every call in the <TextLink href="/api/v1/reference">API reference</TextLink>.
          </p>
        </div>
      ) : (
        <p className="text-sm text-muted-foreground">
          The API is part of AI Insights. <PlansLink />
        </p>
      )}
      {step && <KeyDialog step={step} onCreate={create} onClose={close} onFailure={() => setStep(null)} />}
      {dialog}
    </TitledCard>
  )
}

function KeyLine({ apiKey }: { apiKey: ApiKeyView }) {
  const { name, prefix, scopes, maker, expiresAt, lastUsedAt, isReplaced } = apiKey
  return (
    <div className="min-w-0 flex-1 basis-60">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <code className="font-mono text-sm font-normal text-muted-foreground">{prefix}…</code>
        {isReplaced && <Badge variant="neutral">Replaced</Badge>}
      </p>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        {scopes.map((scope) => KEY_SCOPE_NAMES[scope]).join(' · ')}
      </p>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        {lastUsedAt ? (
          <>
            Last used <RelativeTime date={lastUsedAt} />
          </>
        ) : (
          'Never used'
        )}
        {' · '}
        {expiresAt ? (
          <>
            expires <RelativeTime date={expiresAt} />
          </>
        ) : (
          'never expires'
        )}
        {' · '}created by {maker}
      </p>
    </div>
  )
}
