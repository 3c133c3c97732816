import type { ReactNode } from 'react'
import { cn } from '#app/lib/cn.ts'

export interface TableFrameProps {
  label: string
  className?: string
  children: ReactNode
}

/** Scroll container for a table that may be too large; scrolls with the arrow keys as well. */
export function TableFrame({ label, className, children }: TableFrameProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls by keyboard
    <section aria-label={label} tabIndex={0} className={cn('overflow-auto rounded-lg border', className)}>
      {children}
    </section>
  )
}
