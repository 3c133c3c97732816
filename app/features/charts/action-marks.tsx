import { PLOT } from './series.ts'

interface ActionLinesProps {
  /** Distances from the left edge, in units of `PLOT`. */
  lefts: readonly number[]
  height?: number
}

export function ActionLines({ lefts, height = PLOT.height }: ActionLinesProps) {
  if (lefts.length === 0) return null
  return (
    <path
      d={lefts.map((left) => `M${left} 0v${height}`).join('')}
      fill="none"
      className="stroke-foreground"
      strokeWidth="1.5"
      strokeDasharray="4 3"
      vectorEffect="non-scaling-stroke"
    />
  )
}

export function ActionNames({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null
  return (
    <ul aria-label="Actions" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {labels.map((label) => (
        <li key={label} className="flex items-center gap-1.5 wrap-anywhere">
          <svg viewBox="0 0 2 12" className="h-3 w-0.5 shrink-0" aria-hidden>
            <path d="M1 0v12" className="stroke-foreground" strokeWidth="2" strokeDasharray="4 3" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}
