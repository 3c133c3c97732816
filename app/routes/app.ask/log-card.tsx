import { Download } from 'lucide'
import { useEffect } from 'react'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useOlder } from '#app/lib/use-older.ts'
import { useMay } from '#app/lib/viewer.ts'
import { type AskLog, type AskView, CHANNEL_NAMES } from '#worker/rules/asking.ts'

/** Evidence that guests are asked whatever their rating. */
export function AskLogCard({ firstPage, businessId }: { firstPage: AskLog; businessId: string }) {
  const { items, hasOlder, isLoading, failure, showOlder } = useOlder(firstPage, (cursor) =>
    api.asking.log.query({ businessId, cursor }),
  )
  const mayAsk = useMay('reviews.ask')
  useEffect(() => {
    if (failure) toast.error(failure)
  }, [failure])
  return (
    <TitledCard
      title="Everyone you asked"
      description="Your proof that you ask without looking at stars. Names and addresses are forgotten after 90 days."
      className="grid gap-4"
    >
      {items.length === 0 && <p className="text-sm text-muted-foreground">Nobody yet.</p>}
      {items.length > 0 && (
        <ul className="grid gap-3 text-sm">
          {items.map((ask) => (
            <li key={ask.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere" dir="auto">
                  {whomOf(ask)}
                </p>
                <p className="wrap-anywhere text-muted-foreground">
                  {CHANNEL_NAMES[ask.channel]}
                  {ask.by !== null && `, by ${ask.by}`}
                  {ask.isRestored && ', from an archive'}, <RelativeTime date={ask.at} />
                </p>
              </div>
              <Badge variant={ask.state === 'sent' ? 'positive' : 'outline'}>{STATES[ask.state]}</Badge>
            </li>
          ))}
        </ul>
      )}
      {hasOlder && (
        <Button variant="outline" className="justify-self-start" pending={isLoading} onClick={showOlder}>
          Show older entries
        </Button>
      )}
      {items.length > 0 && mayAsk && (
        <Button asChild variant="outline" className="justify-self-start">
          <a href="/export/asks.csv">
            <Icon of={Download} />
            Export all as CSV
          </a>
        </Button>
      )}
    </TitledCard>
  )
}

const STATES: Record<AskView['state'], string> = {
  waiting: 'On its way',
  sent: 'Sent',
  stopped: 'Not sent',
  handed_over: 'Handed over',
}

function whomOf({ channel, name, email }: AskView): string {
  if (channel !== 'mail') return channel === 'print' ? 'Whoever scans the code' : 'Whoever you chose'
  return [name, email].filter(Boolean).join(', ') || 'A person whose address is forgotten'
}
