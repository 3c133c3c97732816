import type { ReactNode } from 'react'
import { type FormState, TextField } from '#app/components/form.tsx'
import { NewPasswordField } from './new-password-field.tsx'

interface NewAccountFieldsProps {
  form: FormState
  /** The field with the address, or the address it is about. */
  children: ReactNode
}

/** What a new account needs: a name (`fullName`), an address and a password (`password`). */
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
