import type { ReactNode } from 'react'
import { cn } from '#app/lib/cn.ts'

export interface TableFrameProps {
  /** What the table is about, for whoever reaches its frame by keyboard. */
  label: string
  className?: string
  children: ReactNode
}

/** Around a table that may be larger than its place: it scrolls, with the arrow keys as well. */
export function TableFrame({ label, className, children }: TableFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section aria-label={label} tabIndex={0} className={cn('overflow-auto rounded-lg border', className)}>
      {children}
    </section>
  )
}
