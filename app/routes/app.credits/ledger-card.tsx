import { useEffect } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useOlder } from '#app/lib/use-older.ts'
import type { CreditEntryView, CreditLedger, CreditPurpose } from '#worker/rules/credits.ts'

/** Lists every change of the credit balance; older entries on demand. */
export function LedgerCard({ firstPage }: { firstPage: CreditLedger }) {
  const { items, hasOlder, isLoading, failure, showOlder } = useOlder(firstPage, (cursor) =>
    api.credits.ledger.query({ cursor }),
  )
  useEffect(() => {
    if (failure) toast.error(failure)
  }, [failure])
  return (
    <TitledCard title="History" description="Every credit added or used." className="grid gap-4">
      {items.length === 0 && (
        <p className="text-sm text-muted-foreground">
          Nothing yet. This month’s credits will be added shortly.
        </p>
      )}
      <ul className="grid gap-3 text-sm">
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
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

function Entry({ entry }: { entry: CreditEntryView }) {
  const format = useFormat()
  const { amount, by, at } = entry
  return (
    <li className="flex justify-between gap-4">
      <div className="min-w-0">
        <p className="font-medium">{entryText(entry, format.month(entry.month))}</p>
        <p className="wrap-anywhere text-muted-foreground">
          {by !== null && `${by} · `}
          <RelativeTime date={at} />
        </p>
      </div>
      <p className="font-medium tabular-nums">
        {amount > 0 ? '+' : '−'}
        {format.number(Math.abs(amount))}
      </p>
    </li>
  )
}

const PAID_FOR: Record<CreditPurpose, string> = {
  draft: 'Reply draft',
  summary: 'Summary',
  report: 'Report',
}

function entryText({ kind, purpose }: CreditEntryView, month: string): string {
  if (kind === 'grant') return `Credits for ${month}`
  if (kind === 'expiry') return `Left over from ${month}, expired`
  const paidFor = purpose === null ? 'AI' : PAID_FOR[purpose]
  return kind === 'spend' ? paidFor : `${paidFor} failed, refunded`
}
