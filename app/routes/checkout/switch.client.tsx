import { useEffect, useState } from 'react'
import { Form, useForm } from '#app/components/form.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import Stops from '#app/features/billing/stops.client.tsx'
import { api, errorText } from '#app/lib/api.ts'
import {
  type BillingView,
  dollars,
  isLargerPlan,
  monthlyPrice,
  type PaidPlan,
  type SwitchPreview,
} from '#worker/rules/billing.ts'
import { PLAN_NAMES } from '#worker/rules/plans.ts'
import { DueToday, PlanList } from './pay.tsx'

interface SwitchProps {
  billing: BillingView
  from: PaidPlan
  to: PaidPlan
}

/** The card is already known, so the amount is shown before the button. */
export default function Switch({ billing, from, to }: SwitchProps) {
  const isLarger = isLargerPlan(to, from)
  const { preview, failure, ask } = usePreview(to)
  const form = useForm(async () => {
    await api.billing.switchPlan.mutate({ plan: to })
    return `/app/billing?${new URLSearchParams({ from })}`
  })
  return (
    <div className="grid gap-6">
      {isLarger ? (
        <PlanList plan={to} />
      ) : (
        <Stops from={from} to={to} used={billing} title={`What stops with ${PLAN_NAMES[to]}`} />
      )}
      <DueToday text={preview ? dollars(preview.dueTodayCents) : failure ? '–' : '…'} />
      <p className="text-sm text-muted-foreground">
        {isLarger
          ? `You have ${PLAN_NAMES[from]} now, and what you’ve already paid for the rest of this month is deducted. From your next payment on, it’s ${monthlyPrice(to)}.`
          : `You have ${PLAN_NAMES[from]} now. What you paid for the rest of this month counts towards your next payments, which are ${monthlyPrice(to)}.`}
      </p>
      {failure ? (
        <>
          <Alert variant="destructive">{failure}</Alert>
          <Button variant="outline" onClick={ask}>
            Try again
          </Button>
        </>
      ) : (
        preview && <Form form={form} submit={`Switch to ${PLAN_NAMES[to]}`} />
      )}
    </div>
  )
}

/** Nothing can be bought until the amount is known. */
function usePreview(plan: PaidPlan) {
  const [preview, setPreview] = useState<SwitchPreview | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` repeats the request
  useEffect(() => {
    let isHere = true
    api.billing.previewSwitch.query({ plan }).then(
      (answer) => isHere && setPreview(answer),
      (error: unknown) => isHere && setFailure(errorText(error)),
    )
    return () => {
      isHere = false
    }
  }, [plan, asked])
  const ask = () => {
    setFailure(null)
    setAsked(asked + 1)
  }
  return { preview, failure, ask }
}
