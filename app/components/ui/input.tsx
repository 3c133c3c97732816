import {
  forwardRef,
  type InputHTMLAttributes,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { cn } from '#app/lib/cn.ts'

/** 16 px text on touch screens: with smaller text, iOS zooms into the field. */
const CONTROL_CLASSES =
  'w-full min-w-0 rounded-lg border border-input bg-card text-base text-foreground shadow-xs transition-colors placeholder:text-muted-foreground disabled:opacity-50 aria-invalid:border-destructive dense:text-sm'

export const Input = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(function Input(
  { className, ...props },
  ref,
) {
  return <input ref={ref} className={cn(CONTROL_CLASSES, 'h-11 px-3 dense:h-9', className)} {...props} />
})

/** A native select, which works best on phones and needs no script. */
export function Select({ className, ...props }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <select className={cn(CONTROL_CLASSES, 'select-arrow h-11 pr-9 pl-3 dense:h-9', className)} {...props} />
  )
}

export const Textarea = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(
  function Textarea({ className, ...props }, ref) {
    return (
      <textarea
        ref={ref}
        className={cn(CONTROL_CLASSES, 'field-sizing-content min-h-24 px-3 py-2', className)}
        {...props}
      />
    )
  },
)
