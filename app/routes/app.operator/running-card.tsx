import type { ReactNode } from 'react'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { counted } from '#worker/rules/counted.ts'
import type { OperatorView } from '#worker/rules/operation.ts'

const MEGABYTE = 1_000_000
const SPEED_NAMES = { LCP: 'Main content shown (LCP)', INP: 'Response to a click or tap (INP)' }

export function RunningCard({ view }: { view: OperatorView }) {
  const format = useFormat()
  const ago = (date: string | null, none: string) => (date === null ? none : <RelativeTime date={date} />)
  return (
    <TitledCard title="How it runs" description={`Version ${view.version}`} className="grid gap-6">
      <dl className="grid gap-2 text-sm">
        <Line name="Last tick">{ago(view.tickAt, 'None yet')}</Line>
        <Line name="Oldest step of a collection">{ago(view.oldestStepDueAt, 'None waits')}</Line>
        <Line name="Mails waiting">{format.number(view.waitingMails)}</Line>
        <Line name="Webhook endpoints waiting">{format.number(view.waitingWebhooks)}</Line>
        {view.speed.map(({ metric, p75, count }) => (
          <Line key={metric} name={SPEED_NAMES[metric]}>
            {p75 === null
              ? 'Not measured yet'
              : `3 of 4 within ${format.number(p75)} ms (${counted(count, 'page', format)} in 7 days)`}
          </Line>
        ))}
      </dl>
      <div className="grid gap-2 text-sm">
        <p>
          Storage: {format.number(Math.ceil(view.storeBytes / MEGABYTE))} of{' '}
          {format.number(view.maxStoreBytes / MEGABYTE)} MB
        </p>
        <Progress value={view.storeBytes} max={view.maxStoreBytes} label="Storage used" />
      </div>
      <section className="grid gap-2 text-sm">
        <h3 className="font-medium">Collections in the last 24 hours</h3>
        {view.runs.length === 0 && <p className="text-muted-foreground">None.</p>}
        <ul className="grid gap-2">
          {view.runs.map(({ source, succeeded, failed, open, kinds }) => (
            <li key={source} className="grid gap-0.5">
              <p className="font-medium">{source}</p>
              <p className="text-muted-foreground">
                {format.number(succeeded)} succeeded, {format.number(failed)} failed, {format.number(open)}{' '}
                open
                {kinds.length > 0 && `. ${kinds.join(', ')}`}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </TitledCard>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt>{name}</dt>
      <dd className="text-muted-foreground">{children}</dd>
    </div>
  )
}
