import type { ReactNode } from 'react'
import { PLOT } from './series.ts'

interface PlotProps {
  /** Text alternative for screen readers. */
  label: string
  /** `top`: distance from the upper edge in percent. */
  ticks: readonly { label: string; top: number }[]
  foot: ReactNode
  /** SVG shapes in units of `PLOT`. They are stretched, so text belongs outside. */
  children: ReactNode
}

export function Plot({ label, ticks, foot, children }: PlotProps) {
  const grid = ticks.map(({ top }) => `M0 ${(top * PLOT.height) / 100}h${PLOT.width}`).join('')
  const widest = Math.max(...ticks.map((tick) => tick.label.length))
  return (
    <div className="mt-4 grid grid-cols-[auto_1fr] gap-x-2 text-xs text-muted-foreground">
      <div className="relative" style={{ width: `${Math.max(2, widest) * 0.65}rem` }} aria-hidden>
        {ticks.map((tick) => (
          <span
            key={tick.label}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${tick.top}%` }}
          >
            {tick.label}
          </span>
        ))}
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
        preserveAspectRatio="none"
        className="h-40 w-full overflow-visible"
      >
        <path d={grid} className="stroke-border" vectorEffect="non-scaling-stroke" />
        {children}
      </svg>
      <div className="col-start-2 mt-2" aria-hidden>
        {foot}
      </div>
    </div>
  )
}
