import { useId } from 'react'
import { Switch, type SwitchProps } from './switch.tsx'

interface LabelledSwitchProps extends SwitchProps {
  label: string
  hint?: string
}

/** A line with a label and a switch at its end. */
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
