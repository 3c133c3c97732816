import { useRef } from 'react'
import { Form, useForm } from '#app/components/form.tsx'
import { highlights } from '#app/components/public/plan-rows.ts'
import { api } from '#app/lib/api.ts'
import { dollars, type PaidPlan } from '#worker/rules/billing.ts'
import { PLAN_PRICES } from '#worker/rules/plans.ts'

/** Pressing the button again leads to the same payment. */
export function Pay({ plan }: { plan: PaidPlan }) {
  const key = useRef<string | null>(null)
  const form = useForm(async () => {
    key.current ??= crypto.randomUUID()
    const { url } = await api.billing.checkout.mutate({ plan, idempotencyKey: key.current })
    return url
  })
  return (
    <div className="grid gap-6">
      <PlanList plan={plan} />
      <DueToday text={`${dollars(PLAN_PRICES[plan].priceCents)}, plus tax where it applies`} />
      <Form form={form} submit="Go to payment" />
      <p className="text-sm text-muted-foreground">You pay through Stripe. We never see your card.</p>
    </div>
  )
}

export function DueToday({ text }: { text: string }) {
  return (
    <p className="flex flex-wrap justify-between gap-x-4 border-y py-3 font-medium">
      <span>Due today</span> <span className="tabular-nums">{text}</span>
    </p>
  )
}

export function PlanList({ plan }: { plan: PaidPlan }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-5 text-sm">
      {highlights(plan).map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
