import type { HTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'

/** A grey block of the size of what will come; the surrounding region says `aria-busy`. */
export function Skeleton({ className, ...props }: HTMLAttributes<HTMLDivElement>) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-muted', className)} {...props} />
}

export interface SkeletonRowsProps {
  /** What is being loaded, for screen readers. */
  label: string
  /** The height of a row. */
  row: string
  className?: string
}

/** In place of a list that is on its way. */
export function SkeletonRows({ label, row, className }: SkeletonRowsProps) {
  return (
    <div role="status" aria-busy aria-label={label} className={cn('grid gap-3', className)}>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className={row} />
      ))}
    </div>
  )
}
