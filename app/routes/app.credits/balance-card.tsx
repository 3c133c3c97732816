import { TextLink } from '#app/components/text-link.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { useFormat } from '#app/lib/locale.tsx'
import { useViewer } from '#app/lib/viewer.ts'
import { CREDIT_COSTS, type CreditBalance, type CreditPurpose } from '#worker/rules/credits.ts'
import { utcDay } from '#worker/rules/durations.ts'
import { planName } from '#worker/rules/plans.ts'

const BOUGHT: Record<CreditPurpose, string> = {
  draft: 'A draft of a reply',
  summary: 'A summary of reviews',
  report: 'A report',
}

/** Shows the credits left this month, when more come, and what they buy. */
export function BalanceCard({
  balance: { balance, granted, monthly, nextGrantAt },
}: {
  balance: CreditBalance
}) {
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
        {Object.entries(CREDIT_COSTS).map(([purpose, cost]) => (
          <div key={purpose} className="flex justify-between gap-4">
            <dt>{BOUGHT[purpose as CreditPurpose]}</dt>
            <dd className="text-muted-foreground">{cost === 1 ? '1 credit' : `${cost} credits`}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted-foreground">
        You can request a draft below a review, or a report on{' '}
        <TextLink href="/app/ai-insights/reports">Reports</TextLink>.
      </p>
    </TitledCard>
  )
}
