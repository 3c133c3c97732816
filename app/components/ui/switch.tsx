import type { ButtonHTMLAttributes } from 'react'
import { cn } from '#app/lib/cn.ts'

export interface SwitchProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onChange' | 'value'> {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** On or off, effective at once. Name it with `aria-label` or through a `Field`. */
export function Switch({ checked, onCheckedChange, className, ...props }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
      className={cn(
        'relative h-6 w-11 shrink-0 rounded-full border border-input bg-muted transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-4.5 after:rounded-full after:bg-muted-foreground after:transition-transform aria-checked:border-primary aria-checked:bg-primary aria-checked:after:translate-x-5 aria-checked:after:bg-primary-foreground disabled:opacity-50',
        className,
      )}
      {...props}
    />
  )
}
