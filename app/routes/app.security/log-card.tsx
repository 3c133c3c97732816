import { useEffect } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useOlder } from '#app/lib/use-older.ts'
import type { DescribedEvents } from './event-texts.ts'

/** Lists the account's security events as sentences; older entries on demand. */
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

/** Loads the event texts together with the first page that the browser reads itself. */
async function readOlder(cursor: string): Promise<DescribedEvents> {
  const older = await api.auth.securityEvents.query({ cursor })
  const { describeEvents } = await import('./event-texts.ts')
  return describeEvents(older)
}
