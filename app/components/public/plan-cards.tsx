import { Check } from 'lucide'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { useRootData } from '#app/lib/viewer.ts'
import { checkoutPath, monthlyPrice, type PaidPlan } from '#worker/rules/billing.ts'
import { PLAN_NAMES, PLAN_TIERS, type PlanTier } from '#worker/rules/plans.ts'
import { highlights, priceText } from './plan-rows.ts'

const PURPOSES: Record<PlanTier, string> = {
  free: 'One location. Up to 50 new reviews a month.',
  pro: 'A few locations, compared side by side and collected automatically.',
  ai_insights: 'Everything in Pro, with ten locations and a year of history.',
}

export function PlanCards() {
  const isOnSale = useRootData()?.isOnSale ?? false
  return (
    <ul className="grid gap-5 md:grid-cols-3">
      {PLAN_TIERS.map((tier) => (
        <li key={tier} data-plan={tier} className="plan-card flex flex-col rounded-xl border bg-card p-6">
          <h3 className="font-semibold tracking-tight">{PLAN_NAMES[tier]}</h3>
          <p className="mt-3">
            <span className="text-4xl font-semibold tracking-tight">{priceText(tier)}</span>
            <span className="text-sm text-muted-foreground"> a month</span>
          </p>
          <p className="mt-2 text-sm text-muted-foreground">{PURPOSES[tier]}</p>
          <ul className="mt-6 mb-6 grid gap-2.5 text-sm">
            {highlights(tier).map((text) => (
              <li key={text} className="flex gap-2.5">
                <Icon of={Check} className="mt-0.5 size-4 shrink-0 text-primary" />
                {text}
              </li>
            ))}
          </ul>
          <div className="mt-auto">
            <p className="if-current rounded-lg bg-muted px-3 py-2.5 text-center text-sm font-medium">
              Your plan
            </p>
            {tier === 'free' ? <FreeWays /> : isOnSale ? <PaidWays plan={tier} /> : <NotOnSale />}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Links below the free plan: guests sign up, and members on a paid plan go to Billing, to cancel their plan. */
function FreeWays() {
  return (
    <>
      <Button asChild className="for-guests w-full">
        <a href="/signup">Start free</a>
      </Button>
      <Button asChild variant="outline" className="for-members if-other w-full">
        <a href="/app/billing">See your billing</a>
      </Button>
    </>
  )
}

/** Links below a paid plan: members go to payment; guests sign up first and continue to payment from there. */
function PaidWays({ plan }: { plan: PaidPlan }) {
  const checkout = checkoutPath(plan)
  return (
    <>
      <Button asChild variant="outline" className="for-guests w-full">
        <a href={`/signup?${new URLSearchParams({ redirectTo: checkout })}`}>Start with {PLAN_NAMES[plan]}</a>
      </Button>
      <Button asChild variant="outline" className="for-members if-other w-full">
        <a href={checkout}>{`${PLAN_NAMES[plan]}, ${monthlyPrice(plan)}`}</a>
      </Button>
    </>
  )
}

function NotOnSale() {
  return (
    <p className="if-other rounded-lg bg-muted px-3 py-2.5 text-center text-sm text-muted-foreground">
      Not on sale yet
    </p>
  )
}
