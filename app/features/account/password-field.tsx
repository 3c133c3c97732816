import { Eye, EyeOff } from 'lucide'
import { forwardRef, type InputHTMLAttributes, useImperativeHandle, useRef, useState } from 'react'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Input } from '#app/components/ui/input.tsx'

export interface PasswordInputHandle {
  /** Fills in a password as if it had been typed, and makes it readable. */
  show(password: string): void
}

export const PasswordInput = forwardRef<
  PasswordInputHandle,
  Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>
>(function PasswordInput(props, handle) {
  const [isShown, setIsShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(handle, () => ({
    show(password) {
      if (!input.current) return
      setIsShown(true)
      input.current.value = password
      input.current.dispatchEvent(new Event('input', { bubbles: true }))
      input.current.focus()
    },
  }))
  const icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input
        ref={input}
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pr-11"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-lg text-muted-foreground hover:text-foreground"
      >
        <Icon of={icon} className="size-4" />
      </button>
    </div>
  )
})

export interface PasswordFieldProps {
  label: string
  name?: string
  error: string | undefined
  autoFocus?: boolean
}

export function PasswordField({ label, name = 'password', error, autoFocus }: PasswordFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          name={name}
          autoComplete="current-password"
          autoFocus={autoFocus}
          required
        />
      )}
    </Field>
  )
}
