import { useLoaderData } from '@remix-run/react'
import { useEffect } from 'react'
import { PageHeader } from '#app/components/page-header.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useOlder } from '#app/lib/use-older.ts'
import { useViewer } from '#app/lib/viewer.ts'
import {
  CREDIT_COSTS,
  type CreditBalance,
  type CreditEntryView,
  type CreditLedger,
  type CreditPurpose,
} from '#worker/rules/credits.ts'
import { utcDay } from '#worker/rules/durations.ts'
import { hasFeature, planName } from '#worker/rules/plans.ts'

export const meta = () => pageTitle('AI Credits')

export const loader = signedInLoader(({ api }) => api.screens.credits())

export default function Credits() {
  const { balance, ledger } = useLoaderData<typeof loader>()
  const { plan } = useViewer()
  const hasReports = hasFeature(plan, 'hasCustomReports')
  return (
    <div className="text-width">
      <PageHeader
        title="AI Credits"
        description={`What your organization can spend on drafts${hasReports ? ' and reports' : ''}.`}
      />
      <div className="grid gap-6">
        <BalanceCard balance={balance} hasReports={hasReports} />
        <LedgerCard key={ledger.items[0]?.id} firstPage={ledger} />
      </div>
    </div>
  )
}

const BOUGHT = [
  ['draft', 'A draft of a reply'],
  ['report', 'A report'],
] as const

interface BalanceCardProps {
  balance: CreditBalance
  hasReports: boolean
}

function BalanceCard({ balance: { balance, granted, monthly, nextGrantAt }, hasReports }: BalanceCardProps) {
  const format = useFormat()
  const { plan } = useViewer()
  const day = format.day(utcDay(Date.parse(nextGrantAt)))
  return (
    <TitledCard
      title="This month"
      description={`${planName(plan)} includes ${format.number(monthly)} credits a month. The next arrive on ${day}, when any that are left expire.`}
      className="grid gap-5"
    >
      <div className="grid gap-2">
        <p>
          <span className="text-3xl font-semibold tracking-tight tabular-nums">{format.number(balance)}</span>{' '}
          <span className="text-muted-foreground">of {format.number(granted)} left</span>
        </p>
        <Progress value={balance} max={granted} label="Credits left" />
      </div>
      <dl className="grid gap-2 text-sm">
        {BOUGHT.filter(([purpose]) => hasReports || purpose !== 'report')
          .map(([purpose, text]) => ({ text, cost: CREDIT_COSTS[purpose] }))
          .map(({ text, cost }) => (
            <div key={text} className="flex justify-between gap-4">
              <dt>{text}</dt>
              <dd className="text-muted-foreground">{cost === 1 ? '1 credit' : `${cost} credits`}</dd>
            </div>
          ))}
      </dl>
      <p className="text-sm text-muted-foreground">
        You can request a draft below a review
        {hasReports && (
          <>
            , or a report on <TextLink href="/app/ai-insights/reports">Reports</TextLink>
          </>
        )}
        .
      </p>
    </TitledCard>
  )
}

function LedgerCard({ firstPage }: { firstPage: CreditLedger }) {
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
