import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { dollars, type LOCAL_OUTCOMES, type PaidPlan } from '#worker/rules/billing.ts'
import { PLAN_PRICES } from '#worker/rules/plans.ts'
import { DueToday } from './pay.tsx'

type Outcome = (typeof LOCAL_OUTCOMES)[number]

const TRIES: readonly { outcome: Outcome; label: string }[] = [
  { outcome: 'declined', label: 'Pay with a card that is declined' },
  { outcome: 'past_due', label: 'Pay, then let the next payment fail' },
  { outcome: 'refunded', label: 'Pay, then have it refunded' },
  { outcome: 'disputed', label: 'Pay, then dispute it' },
]

/** Replaces the payment service on a local machine without one, and offers every outcome. */
export default function LocalPayment({ plan }: { plan: PaidPlan }) {
  const price = dollars(PLAN_PRICES[plan].priceCents)
  const [busy, setBusy] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [asksBank, setAsksBank] = useState(false)

  async function pay(outcome: Outcome) {
    setBusy(outcome)
    setFailure(null)
    try {
      await api.billing.payLocally.mutate({ plan, outcome })
      window.location.assign('/payment/success')
    } catch (error) {
      setFailure(errorText(error))
      setBusy(null)
      setAsksBank(false)
    }
  }

  return (
    <div className="grid gap-4">
      <Alert variant="info">This machine has no payment service. No money moves.</Alert>
      <DueToday text={price} />
      {failure && <Alert variant="destructive">{failure}</Alert>}
      {asksBank ? (
        <>
          <p className="text-sm">Your bank wants to know that it is you (3-D Secure).</p>
          <Button pending={busy === 'paid'} onClick={() => void pay('paid')}>
            Complete authentication
          </Button>
          <Button variant="outline" pending={busy === 'declined'} onClick={() => void pay('declined')}>
            Fail authentication
          </Button>
        </>
      ) : (
        <>
          <Button size="lg" pending={busy === 'paid'} onClick={() => void pay('paid')}>
            Pay {price}
          </Button>
          <Button variant="outline" onClick={() => setAsksBank(true)}>
            Pay with a card that asks for 3-D Secure
          </Button>
          {TRIES.map(({ outcome, label }) => (
            <Button
              key={outcome}
              variant="outline"
              pending={busy === outcome}
              onClick={() => void pay(outcome)}
            >
              {label}
            </Button>
          ))}
          <Button asChild variant="ghost">
            <a href={`/checkout?plan=${plan}&outcome=abandoned`}>Leave without paying</a>
          </Button>
        </>
      )}
    </div>
  )
}
