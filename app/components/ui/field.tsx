import { type ReactNode, useId } from 'react'
import { cn } from '#app/lib/cn.ts'

/** Attributes that link a control to its label, hint and error; spread them on the control. */
interface FieldControl {
  id: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: string | null | undefined
  optional?: boolean | undefined
  hideLabel?: boolean
  className?: string | undefined
  children: (control: FieldControl) => ReactNode
}

/** `<Field label="Name" error={errors.name}>{(control) => <Input {...control} name="name" />}</Field>` */
export function Field({ label, hint, error, optional, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <label htmlFor={id} className={cn('text-sm font-medium', hideLabel && 'sr-only')}>
        {label}
        {optional && <span className="font-normal text-muted-foreground"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="text-sm text-destructive">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
    </div>
  )
}
