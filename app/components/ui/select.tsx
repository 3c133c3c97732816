import type { SelectHTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'
import { CONTROL_CLASSES } from './input.tsx'

/** The browser's own list: the best one on a phone, and no script. Takes `<option>` children. */
export function Select({ className, ...props }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <select className={cn(CONTROL_CLASSES, 'select-arrow h-11 pr-9 pl-3 dense:h-9', className)} {...props} />
  )
}
