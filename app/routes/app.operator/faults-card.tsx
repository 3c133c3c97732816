import { Fragment } from 'react'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useAction } from '#app/lib/mutate.ts'
import type { OperatorView, Severity } from '#worker/rules/operation.ts'

const LABELS: Record<Severity, { text: string; variant: 'negative' | 'neutral' | 'outline' }> = {
  broken: { text: 'Broken', variant: 'negative' },
  wrong: { text: 'Wrong', variant: 'neutral' },
  missing: { text: 'Not set up', variant: 'outline' },
}

export function FaultsCard({ view: { faults, probedAt } }: { view: OperatorView }) {
  const { busy, act } = useAction()
  const order: readonly Severity[] = ['broken', 'wrong', 'missing']
  const sorted = [...faults].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))

  const tryKeys = () =>
    act('keys', async () => {
      await api.operator.tryKeys.mutate()
      fireAppEvent('account-updated')
    })
  const sendTest = () =>
    act('mail', async () => {
      await api.operator.sendTest.mutate()
      toast.success('A test mail is on its way to you.')
    })

  return (
    <TitledCard
      title="To do"
      description={
        probedAt === null ? (
          'Keys of other services haven’t been tried yet.'
        ) : (
          <>
            Keys of other services were tried <RelativeTime date={probedAt} />.
          </>
        )
      }
      className="grid gap-5"
    >
      {sorted.length === 0 && <p className="text-sm">Nothing is missing or wrong.</p>}
      <ul className="grid gap-4 text-sm">
        {sorted.map(({ id, severity, text, remedy }) => (
          <li key={id} className="grid gap-1">
            <Badge variant={LABELS[severity].variant}>{LABELS[severity].text}</Badge>
            <p className="font-medium wrap-anywhere">{text}</p>
            <p className="wrap-anywhere text-muted-foreground">{withCommands(remedy)}</p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" pending={busy === 'keys'} onClick={tryKeys}>
          Try the keys now
        </Button>
        <Button variant="outline" pending={busy === 'mail'} onClick={sendTest}>
          Send me a test mail
        </Button>
      </div>
    </TitledCard>
  )
}

/** Commands in a remedy are between backticks. */
function withCommands(remedy: string) {
  return remedy.split('`').map((part, index) => {
    const key = `${index} ${part}`
    return index % 2 ? (
      <code key={key} className="font-mono text-foreground">
        {part}
      </code>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    )
  })
}
