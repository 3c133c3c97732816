import { useEffect } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useOlder } from '#app/lib/use-older.ts'
import { type AuditEntryView, type AuditLogPage, actionText, doerText } from '#worker/rules/audit-log.ts'
import type { ShownFilters } from './filter-form.tsx'

/** Lists actions as sentences; older entries on demand. */
export function LogCard({ firstPage, filters }: { firstPage: AuditLogPage; filters: ShownFilters }) {
  const { items, hasOlder, isLoading, failure, showOlder } = useOlder(firstPage, (cursor) =>
    api.organizations.auditLog.query({ ...filters, cursor }),
  )
  useEffect(() => {
    if (failure) toast.error(failure)
  }, [failure])
  return (
    <Card className="grid gap-4 p-5">
      {items.length === 0 && <p className="text-sm text-muted-foreground">No matching activity.</p>}
      <ul className="grid gap-3 text-sm">
        {items.map((entry) => (
          <li key={entry.id}>
            <p className="wrap-anywhere">
              <span className="font-medium">{doerText(entry)}</span> {actionText(entry)}
            </p>
            <p className="text-muted-foreground">
              {placeOf(entry)}
              <RelativeTime date={entry.at} />
            </p>
          </li>
        ))}
      </ul>
      {hasOlder && (
        <Button variant="outline" className="justify-self-start" pending={isLoading} onClick={showOlder}>
          Show older entries
        </Button>
      )}
    </Card>
  )
}

/** Device and network of the action; '' if nobody was signed in. */
function placeOf({ device, network }: AuditEntryView): string {
  const place = [device, network].filter(Boolean).join(', ')
  return place && `${place} · `
}
