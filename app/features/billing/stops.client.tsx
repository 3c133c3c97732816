import { type UsedAllowances, whatStops } from '#worker/rules/plan-changes.ts'

interface StopsProps {
  from: string
  to: string
  used: UsedAllowances
  title: string
}

export default function Stops({ from, to, title, used }: StopsProps) {
  const stops = whatStops(from, to, used)
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
