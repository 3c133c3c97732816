import type { HTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'

/** A gray placeholder of the size of the content; the surrounding region has `aria-busy`. */
export function Skeleton({ className, ...props }: HTMLAttributes<HTMLDivElement>) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-muted', className)} {...props} />
}

export interface SkeletonRowsProps {
  label: string
  row: string
  className?: string
}

export function SkeletonRows({ label, row, className }: SkeletonRowsProps) {
  return (
    <div role="status" aria-busy aria-label={label} className={cn('grid gap-3', className)}>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} className={row} />
      ))}
    </div>
  )
}
