import type { ReactNode } from 'react'
import { cn } from '#app/lib/cn.ts'

export interface LabelProps {
  /** Id of the control it names. */
  htmlFor: string
  className?: string | undefined
  children: ReactNode
}

export function Label({ htmlFor, className, children }: LabelProps) {
  return (
    <label htmlFor={htmlFor} className={cn('text-sm font-medium', className)}>
      {children}
    </label>
  )
}
