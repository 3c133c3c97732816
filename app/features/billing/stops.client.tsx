import type { BillingView } from '#worker/rules/billing.ts'
import { whatStops } from '#worker/rules/plan-changes.ts'

interface StopsProps extends Pick<BillingView, 'locations'> {
  from: string
  to: string
  title: string
}

export default function Stops({ from, to, title, locations }: StopsProps) {
  const stops = whatStops(from, to, locations)
  if (stops.length === 0) return null
  return (
    <div className="text-sm">
      <p className="font-medium">{title}</p>
      <ul className="mt-2 grid list-disc gap-1 pl-5 wrap-anywhere text-muted-foreground">
        {stops.map((stop) => (
          <li key={stop}>{stop}</li>
        ))}
      </ul>
      <p className="mt-2 text-muted-foreground">Nothing is deleted. A larger plan brings it all back.</p>
    </div>
  )
}
