import { useCallback, useEffect, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog, DialogContent, DialogHeading } from '#app/components/ui/dialog.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { useAction } from '#app/lib/mutate.ts'
import { useOlder } from '#app/lib/use-older.ts'
import {
  WEBHOOK_EVENT_NAMES,
  type WebhookDeliveryPage,
  type WebhookDeliveryView,
  type WebhookView,
} from '#worker/rules/webhooks.ts'

interface DeliveriesDialogProps {
  webhook: WebhookView
  maySend: boolean
  onClose: () => void
}

/** Interval for reloading the open list, because deliveries are sent in the background. */
const REREAD_MS = 3_000
const NOTHING: WebhookDeliveryPage = { items: [], nextCursor: null }

export default function DeliveriesDialog({ webhook, maySend, onClose }: DeliveriesDialogProps) {
  const { id, url } = webhook
  const [first, setFirst] = useState<WebhookDeliveryPage | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const { busy, act } = useAction()
  const { items, hasOlder, isLoading, failure, showOlder } = useOlder(first ?? NOTHING, (cursor) =>
    api.webhooks.deliveries.query({ id, cursor }),
  )

  const read = useCallback(async () => {
    try {
      setFirst(await api.webhooks.deliveries.query({ id }))
      setFault(null)
    } catch (error) {
      setFault(errorText(error))
    }
  }, [id])

  useEffect(() => {
    void read()
    const timer = setInterval(read, REREAD_MS)
    return () => clearInterval(timer)
  }, [read])

  const sendTest = () =>
    act('test', async () => {
      await api.webhooks.test.mutate({ id })
      await read()
    })

  const sendAgain = (delivery: WebhookDeliveryView) =>
    act(delivery.id, async () => {
      await api.webhooks.replay.mutate({ id, delivery: delivery.id })
      await read()
    })

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent>
        <DialogHeading title="Deliveries">
          <span className="wrap-anywhere">What {url} was told in the last 30 days.</span>
        </DialogHeading>
        {(fault ?? failure) && <Alert variant="destructive">{fault ?? failure}</Alert>}
        {maySend && (
          <Button variant="outline" className="self-start" pending={busy === 'test'} onClick={sendTest}>
            Send a test
          </Button>
        )}
        {first && items.length === 0 && (
          <p className="text-sm text-muted-foreground">Nothing has been sent yet.</p>
        )}
        <ul className="grid gap-4" aria-busy={first === null && fault === null}>
          {items.map((delivery) => (
            <li key={delivery.id} className="flex flex-wrap items-start gap-x-3 gap-y-2">
              <DeliveryLine delivery={delivery} />
              {maySend && (
                <Button
                  variant="outline"
                  pending={busy === delivery.id}
                  onClick={() => sendAgain(delivery)}
                  aria-label={`Send ${delivery.messageId} again`}
                >
                  Send again
                </Button>
              )}
            </li>
          ))}
        </ul>
        {hasOlder && (
          <Button variant="outline" className="self-start" pending={isLoading} onClick={showOlder}>
            Show older deliveries
          </Button>
        )}
      </DialogContent>
    </Dialog>
  )
}

const STATES = {
  waiting: { variant: 'neutral', label: 'Waiting' },
  delivered: { variant: 'positive', label: 'Delivered' },
  failed: { variant: 'negative', label: 'Failed' },
} as const

function DeliveryLine({ delivery }: { delivery: WebhookDeliveryView }) {
  const { event, state, attempts, status, answer, createdAt, nextAt, messageId } = delivery
  const { variant, label } = STATES[state]
  return (
    <div className="min-w-0 flex-1 basis-60 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        {WEBHOOK_EVENT_NAMES[event]}
        <Badge variant={variant}>{label}</Badge>
      </p>
      <p className="text-muted-foreground">
        <RelativeTime date={createdAt} />
        {attempts > 0 && ` · ${attempts === 1 ? 'one try' : `${attempts} tries`}`}
        {status !== null && ` · answered ${status}`}
        {nextAt && attempts > 0 && (
          <>
            {' · next try '}
            <RelativeTime date={nextAt} />
          </>
        )}
      </p>
      <p className="font-mono text-xs wrap-anywhere text-muted-foreground">{messageId}</p>
      {answer !== '' && <p className="line-clamp-3 text-muted-foreground wrap-anywhere">{answer}</p>}
    </div>
  )
}
