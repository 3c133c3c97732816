import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PlansLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
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
import { hasFeature } from '#worker/rules/plans.ts'
import {
  CHALLENGE_EVENT,
  type CreateWebhookInput,
  MAX_MESSAGES_AN_HOUR,
  WEBHOOK_EVENT_NAMES,
  type WebhookView,
} from '#worker/rules/webhooks.ts'
import type { WebhookStep } from './webhook-dialog.client.tsx'

const WebhookDialog = onDemand(() => import('./webhook-dialog.client.tsx'))
const DeliveriesDialog = onDemand(() => import('./deliveries-dialog.client.tsx'))

export function WebhooksCard({ webhooks }: { webhooks: readonly WebhookView[] }) {
  const mayMake = hasFeature(useViewer().plan, 'hasApiAccess')
  const { confirmed, dialog } = useConfirmed()
  const { busy, act } = useAction()
  const [step, setStep] = useState<WebhookStep | null>(null)
  const [looked, setLooked] = useState<WebhookView | null>(null)

  async function save(input: CreateWebhookInput) {
    if (step && 'endpoint' in step && step.endpoint) {
      const { id } = step.endpoint
      const changed = await confirmed(async () => {
        await api.webhooks.update.mutate({ id, ...input })
        return true
      })
      if (changed) close()
      return
    }
    const made = await confirmed(() => api.webhooks.create.mutate(input))
    if (made) setStep(made)
  }

  const rotate = ({ id, secretNumber }: WebhookView) =>
    act(`rotate ${id}`, async () => {
      const made = await confirmed(() => api.webhooks.rotate.mutate({ id, secretNumber }))
      if (made) setStep({ secret: made.secret, proofFault: null })
    })

  const prove = ({ id }: WebhookView) =>
    act(`prove ${id}`, async () => {
      const { proofFault } = await mutate(api.webhooks.prove.mutate({ id }), 'account-updated')
      if (proofFault === null) toast.success('It answered. It gets messages from now on.')
    })

  const turn = ({ id, offReason }: WebhookView) =>
    act(`turn ${id}`, () =>
      mutate(api.webhooks.update.mutate({ id, isOn: offReason !== null }), 'account-updated'),
    )

  const remove = ({ id }: WebhookView) =>
    act(`remove ${id}`, async () => {
      await mutate(api.webhooks.remove.mutate({ id }), 'account-updated')
      toast.success('The endpoint was deleted.')
    })

  function close() {
    setStep(null)
    fireAppEvent('account-updated')
  }

  return (
    <TitledCard
      title="Webhooks"
      description={`Programs we notify right away when something happens to your reviews. Each gets up to ${MAX_MESSAGES_AN_HOUR} messages an hour; the others wait for the next hour.`}
      className="grid gap-5"
    >
      {webhooks.length > 0 && (
        <ul className="grid gap-5">
          {webhooks.map((webhook) => (
            <li key={webhook.id} className="grid gap-2">
              <WebhookLine webhook={webhook} />
              <div className="flex flex-wrap gap-2">
                {mayMake && isUnproven(webhook) && (
                  <Button pending={busy === `prove ${webhook.id}`} onClick={() => prove(webhook)}>
                    Try again
                  </Button>
                )}
                <Button variant="outline" onClick={() => setLooked(webhook)}>
                  Deliveries
                </Button>
                {mayMake && (
                  <>
                    <Button variant="outline" onClick={() => setStep({ endpoint: webhook })}>
                      Change
                    </Button>
                    <Button
                      variant="outline"
                      pending={busy === `turn ${webhook.id}`}
                      onClick={() => turn(webhook)}
                    >
                      {webhook.offReason === null ? 'Switch off' : 'Switch on'}
                    </Button>
                    <ConfirmButton
                      trigger={{
                        variant: 'outline',
                        pending: busy === `rotate ${webhook.id}`,
                        children: 'New secret',
                      }}
                      title="Replace the secret?"
                      text="You get a new secret now. For 24 hours, messages are signed with both, so none are rejected in the meantime."
                      action="Replace"
                      onAction={() => rotate(webhook)}
                    />
                  </>
                )}
                <ConfirmButton
                  trigger={{
                    variant: 'outline',
                    pending: busy === `remove ${webhook.id}`,
                    children: 'Delete',
                  }}
                  title="Delete this endpoint?"
                  text="Nothing more will be sent there, and its list of deliveries is deleted too."
                  action="Delete"
                  isDestructive
                  onAction={() => remove(webhook)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {mayMake ? (
        <Button variant="outline" className="justify-self-start" onClick={() => setStep({ endpoint: null })}>
          New endpoint
        </Button>
      ) : (
        <p className="text-sm text-muted-foreground">
          Webhooks are part of AI Insights. <PlansLink />
        </p>
      )}
      {step && <WebhookDialog step={step} onSave={save} onClose={close} onFailure={() => setStep(null)} />}
      {looked && (
        <DeliveriesDialog
          webhook={looked}
          maySend={mayMake && looked.offReason === null && looked.isProven}
          onClose={() => setLooked(null)}
          onFailure={() => setLooked(null)}
        />
      )}
      {dialog}
    </TitledCard>
  )
}

const OFF_TEXTS = {
  owner: 'Nothing is sent there until you switch it on.',
  failing: 'It accepted no messages for three days, so we switched it off.',
  gone: 'It told us it is gone for good (410), so we switched it off.',
  maker_left:
    'The person who added it is no longer an owner or admin here, so we switched it off. Switch it on to keep it.',
} as const

function isUnproven({ isProven, offReason }: WebhookView): boolean {
  return !isProven && offReason === null
}

function WebhookLine({ webhook }: { webhook: WebhookView }) {
  const { url, events, offReason, failingSince, proofFault, heldUntil } = webhook
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        <code className="min-w-0 font-mono text-sm wrap-anywhere">{url}</code>
        {offReason !== null && <Badge variant="neutral">Off</Badge>}
        {failingSince !== null && offReason === null && <Badge variant="negative">Failing</Badge>}
        {isUnproven(webhook) && <Badge variant="neutral">Not proven</Badge>}
        {heldUntil !== null && <Badge variant="neutral">Waiting</Badge>}
      </p>
      <p className="text-sm text-muted-foreground">
        {events.map((event) => WEBHOOK_EVENT_NAMES[event]).join(' · ')}
      </p>
      {offReason !== null && <p className="text-sm text-muted-foreground">{OFF_TEXTS[offReason]}</p>}
      {isUnproven(webhook) && (
        <Alert variant="warning" className="mt-2">
          Nothing is sent there yet: it has to answer a message of the type {CHALLENGE_EVENT} with the
          challenge it contains. {proofFault}
        </Alert>
      )}
      {heldUntil !== null && (
        <p className="text-sm text-muted-foreground">
          It got its {MAX_MESSAGES_AN_HOUR} messages for this hour. The others wait and go out{' '}
          <RelativeTime date={heldUntil} />.
        </p>
      )}
    </div>
  )
}
