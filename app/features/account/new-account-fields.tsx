import type { ReactNode } from 'react'
import { type FormState, TextField } from '#app/components/form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface NewAccountFieldsProps {
  form: FormState
  /** The email field, or the fixed address if it can't be changed. */
  children: ReactNode
}

/** Fields for a new account: a name (`fullName`), an address (`children`) and a password (`password`). */
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
