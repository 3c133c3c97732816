import { type ButtonHTMLAttributes, useId } from 'react'
import { cn } from '#app/lib/cn.ts'

interface SwitchProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onChange' | 'value'> {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

/** A switch, for settings that are saved without a button. Name it with `aria-label` or through a `Field`. */
export function Switch({ checked, onCheckedChange, className, ...props }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
      className={cn(
        'relative size-11 shrink-0 rounded-lg before:absolute before:inset-x-0 before:top-1/2 before:h-6 before:-translate-y-1/2 before:rounded-full before:border before:border-input before:bg-muted before:transition-colors after:absolute after:top-1/2 after:left-[3px] after:size-4.5 after:-translate-y-1/2 after:rounded-full after:bg-muted-foreground after:transition-transform aria-checked:before:border-primary aria-checked:before:bg-primary aria-checked:after:translate-x-5 aria-checked:after:bg-primary-foreground disabled:opacity-50 dense:h-6',
        className,
      )}
      {...props}
    />
  )
}

interface LabelledSwitchProps extends SwitchProps {
  label: string
  hint?: string
}

export function LabelledSwitch({ label, hint, ...props }: LabelledSwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <p id={id} className="text-sm font-medium wrap-anywhere">
          {label}
        </p>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted-foreground">
            {hint}
          </p>
        )}
      </div>
      <Switch aria-labelledby={id} aria-describedby={hint && `${id}-hint`} {...props} />
    </div>
  )
}
