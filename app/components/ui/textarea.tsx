import { forwardRef, type TextareaHTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'
import { CONTROL_CLASSES } from './input.tsx'

/** Grows with its text where the browser knows `field-sizing`. */
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
