import { Form, useForm } from '#app/components/form.tsx'
import Stops from '#app/features/billing/stops.client.tsx'
import { api } from '#app/lib/api.ts'
import type { BillingView, PaidPlan } from '#worker/rules/billing.ts'
import { PLAN_NAMES, PLAN_TIERS } from '#worker/rules/plans.ts'
import { PlanList } from './pay.tsx'

interface SwitchProps {
  billing: BillingView
  from: PaidPlan
  to: PaidPlan
}

/** From one paid plan to another, with what stops. The card is known already. */
export default function Switch({ billing, from, to }: SwitchProps) {
  const isLarger = PLAN_TIERS.indexOf(to) > PLAN_TIERS.indexOf(from)
  const form = useForm(async () => {
    await api.billing.switchPlan.mutate({ plan: to })
    return `/app/billing?${new URLSearchParams({ from })}`
  })
  return (
    <div className="grid gap-6">
      {isLarger ? (
        <PlanList plan={to} />
      ) : (
        <Stops
          from={from}
          to={to}
          locations={billing.locations}
          title={`What stops with ${PLAN_NAMES[to]}`}
        />
      )}
      <p className="text-sm text-muted-foreground">
        {isLarger
          ? `You have ${PLAN_NAMES[from]} now. What you’ve already paid for the rest of this month will be deducted.`
          : `You have ${PLAN_NAMES[from]} now. What you paid for the rest of this month counts towards your next payments.`}
      </p>
      <Form form={form} submit={`Switch to ${PLAN_NAMES[to]}`} />
    </div>
  )
}
