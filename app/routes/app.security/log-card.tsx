import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { securityEventText } from '#app/lib/security-event-text.ts'
import type { SecurityEventPage } from '#worker/identity/log/list-events.ts'

/** What happened to the account, in words; older entries on demand. */
export function LogCard({ firstPage }: { firstPage: SecurityEventPage }) {
  const [pages, setPages] = useState([firstPage])
  const [isLoading, setIsLoading] = useState(false)
  const nextCursor = pages.at(-1)?.nextCursor ?? null

  async function loadMore(cursor: string) {
    setIsLoading(true)
    try {
      const page = await api.auth.securityEvents.query({ cursor })
      setPages((shown) => [...shown, page])
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <TitledCard
      title="Security log"
      description="What happened to your account in the last year."
      className="grid gap-4"
    >
      {firstPage.items.length === 0 && <p className="text-sm text-muted-foreground">Nothing yet.</p>}
      <ul className="grid gap-3 text-sm">
        {pages.flatMap(({ items }) =>
          items.map(({ id, type, outcome, device, network, at }) => (
            <li key={id}>
              <p className={outcome === 'refused' ? 'font-medium text-negative' : 'font-medium'}>
                {securityEventText(type, outcome)}
              </p>
              <p className="text-muted-foreground">
                {[device, network].filter(Boolean).join(', ')} · <RelativeTime date={at} />
              </p>
            </li>
          )),
        )}
      </ul>
      {nextCursor && (
        <Button
          variant="outline"
          className="justify-self-start"
          pending={isLoading}
          onClick={() => loadMore(nextCursor)}
        >
          Show older entries
        </Button>
      )}
    </TitledCard>
  )
}
