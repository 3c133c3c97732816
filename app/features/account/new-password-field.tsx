import { useRef } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { generatePassword } from '#worker/rules/passwords.ts'
import { PasswordInput, type PasswordInputHandle } from './password-input.tsx'
import { PasswordStrengthMeter } from './password-strength.tsx'
import { usePasswordScore } from './use-password-score.ts'

export interface NewPasswordFieldProps {
  label: string
  error: string | undefined
}

/** The field `password` of a form in which one is chosen: how good it is while it is typed, and one to take. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<PasswordInputHandle>(null)
  const score = usePasswordScore(field)
  return (
    <div ref={field} className="grid gap-3">
      <Field label={label} error={error}>
        {(control) => (
          <PasswordInput {...control} ref={input} name="password" autoComplete="new-password" required />
        )}
      </Field>
      {score && <PasswordStrengthMeter score={score} />}
      <Button
        variant="link"
        className="justify-self-start px-0"
        onClick={() => input.current?.show(generatePassword(randomBelow))}
      >
        Suggest a strong password
      </Button>
    </div>
  )
}

/** An integer from 0 to below `limit`, each as likely as the others. */
function randomBelow(limit: number): number {
  const numbers = new Uint32Array(1)
  // Above the last multiple of the limit the first remainders would come up more often.
  const end = 2 ** 32 - (2 ** 32 % limit)
  do crypto.getRandomValues(numbers)
  while ((numbers[0] ?? end) >= end)
  return (numbers[0] ?? 0) % limit
}
