import { Lock } from 'lucide'
import type { ReactNode } from 'react'
import { PlansButton } from '#app/components/text-link.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { PLAN_NAMES, PLAN_PRICES, type PlanFeature, planFor } from '#worker/rules/plans.ts'

const CENTS = 100

interface LockedScreenProps {
  feature: PlanFeature
  /** Heading that names the plan with this feature; the same text as in the navigation. */
  text: string
  /** The screen's benefit, in one sentence. */
  use: string
  children: ReactNode
}

export function LockedScreen({ feature, text, use, children }: LockedScreenProps) {
  const tier = planFor(feature)
  return (
    <>
      <Card className="mb-6 flex flex-wrap items-center gap-5 p-5">
        <Icon of={Lock} className="size-6 shrink-0 text-muted-foreground" strokeWidth={1.5} />
        <div className="min-w-56 flex-1">
          <h2 className="font-semibold tracking-tight">{text}</h2>
          <p className="mt-1 text-sm text-muted-foreground">
            {use} Part of {PLAN_NAMES[tier]}, ${PLAN_PRICES[tier].priceCents / CENTS} a month.
          </p>
        </div>
        <PlansButton />
      </Card>
      <p className="mb-3 text-sm font-medium text-muted-foreground">
        This is what it looks like, with sample data.
      </p>
      {/* React 18 supports `inert` only as an attribute without a value. */}
      <div aria-hidden className="select-none" {...{ inert: '' }}>
        {children}
      </div>
    </>
  )
}
