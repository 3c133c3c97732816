import type { BillingView } from '#worker/rules/billing.ts'
import { aboveLimitText } from '#worker/rules/plan-changes.ts'

export default function AboveLimit({ billing: { plan, locations } }: { billing: BillingView }) {
  const text = aboveLimitText(plan, locations)
  return text && <p className="text-sm wrap-anywhere text-muted-foreground">{text}</p>
}
