import type { HTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'

/** A grey block of the size of what will come; the surrounding region says `aria-busy`. */
export function Skeleton({ className, ...props }: HTMLAttributes<HTMLDivElement>) {
  return <div aria-hidden className={cn('animate-pulse rounded-md bg-muted', className)} {...props} />
}
