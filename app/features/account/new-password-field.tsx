import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { type FormState, TextField, textOf } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { cn } from '#app/lib/cn.ts'
import {
  generatePassword,
  PASSWORD_STRENGTHS,
  type PasswordScore,
  type PasswordStrength,
  scorePassword,
} from '#worker/rules/passwords.ts'
import { PasswordInput, type PasswordInputHandle } from './password-field.tsx'

const STRENGTHS: Record<PasswordStrength, { name: string; bar: string }> = {
  very_weak: { name: 'Very weak', bar: 'bg-negative' },
  weak: { name: 'Weak', bar: 'bg-negative' },
  fair: { name: 'Fair', bar: 'bg-neutral' },
  good: { name: 'Good', bar: 'bg-positive' },
  strong: { name: 'Strong', bar: 'bg-positive' },
}

export function NewPasswordField({ label, error }: { label: string; error: string | undefined }) {
  const field = useRef<HTMLDivElement>(null)
  const input = useRef<PasswordInputHandle>(null)
  const { password, score } = usePasswordScore(field)
  // The error belongs to the submitted password: hide it on the first edit.
  const [refused, setRefused] = useState<{ error: string; password: string } | null>(null)
  if (error !== undefined && error !== refused?.error) setRefused({ error, password })
  if (error === undefined && refused !== null) setRefused(null)
  const shownError = refused?.password === password ? error : undefined
  return (
    <div ref={field} className="grid gap-3">
      <Field label={label} error={shownError}>
        {(control) => (
          <PasswordInput {...control} ref={input} name="password" autoComplete="new-password" required />
        )}
      </Field>
      {score && shownError === undefined && <PasswordStrengthMeter score={score} />}
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

/** Reads the form around the element. The score also depends on `fullName` and `email`; null if nothing is typed. */
function usePasswordScore(element: RefObject<HTMLElement>): {
  password: string
  score: PasswordScore | null
} {
  const [typed, setTyped] = useState<{ password: string; score: PasswordScore | null }>({
    password: '',
    score: null,
  })
  useEffect(() => {
    const form = element.current?.closest('form')
    if (!form) return
    function update() {
      const fields = new FormData(form ?? undefined)
      const password = textOf(fields, 'password')
      const owner = { name: textOf(fields, 'fullName'), email: textOf(fields, 'email') }
      setTyped({ password, score: password === '' ? null : scorePassword(password, owner) })
    }
    // Read anything typed before hydration.
    update()
    form.addEventListener('input', update)
    return () => form.removeEventListener('input', update)
  }, [element])
  return typed
}

/** Shows at most 'weak' for a password that would be refused. */
function PasswordStrengthMeter({ score }: { score: PasswordScore }) {
  const isAcceptable = score.feedback.length === 0
  const reached = PASSWORD_STRENGTHS.indexOf(score.strength)
  const steps = 1 + (isAcceptable ? reached : Math.min(reached, PASSWORD_STRENGTHS.indexOf('weak')))
  return (
    <div className="grid gap-1.5 text-sm">
      <div className="flex gap-1" aria-hidden>
        {PASSWORD_STRENGTHS.map((strength, index) => (
          <span
            key={strength}
            className={cn(
              'h-1 flex-1 rounded-full',
              index < steps ? STRENGTHS[isAcceptable ? score.strength : 'weak'].bar : 'bg-muted',
            )}
          />
        ))}
      </div>
      {isAcceptable ? (
        <p aria-live="polite">Strength: {STRENGTHS[score.strength].name}</p>
      ) : (
        <div aria-live="polite" className="text-muted-foreground">
          <p>Not accepted yet:</p>
          <ul className="list-disc pl-5">
            {score.feedback.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function randomBelow(limit: number): number {
  const numbers = new Uint32Array(1)
  // Reject numbers above the last multiple of the limit, or low remainders would be more likely.
  const end = 2 ** 32 - (2 ** 32 % limit)
  do crypto.getRandomValues(numbers)
  while ((numbers[0] ?? end) >= end)
  return (numbers[0] ?? 0) % limit
}

interface NewAccountFieldsProps {
  form: FormState
  /** The email field, or the fixed address if it can't be changed. */
  children: ReactNode
}

export function NewAccountFields({ form, children }: NewAccountFieldsProps) {
  return (
    <>
      <TextField
        label="Your name"
        error={form.errors.fullName}
        name="fullName"
        autoComplete="name"
        required
        maxLength={120}
      />
      {children}
      <NewPasswordField label="Password" error={form.errors.password} />
    </>
  )
}
