import { forwardRef, type InputHTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'

/** 16 px text for fingers: below that iOS zooms into the field. */
export const CONTROL_CLASSES =
  'w-full min-w-0 rounded-lg border border-input bg-card text-base text-foreground shadow-xs transition-colors placeholder:text-muted-foreground disabled:opacity-50 aria-invalid:border-destructive dense:text-sm'

export const Input = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(function Input(
  { className, ...props },
  ref,
) {
  return <input ref={ref} className={cn(CONTROL_CLASSES, 'h-11 px-3 dense:h-9', className)} {...props} />
})
