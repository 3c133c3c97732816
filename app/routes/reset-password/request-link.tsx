import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'

/** Asks for a link by mail. Says the same whether or not the address has an account. */
export function RequestLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { problem, state, isReady, onSubmit } = useAccountForm(async (fields) => {
    const address = textOf(fields, 'email').trim()
    await api.auth.requestPasswordReset.mutate({ email: address })
    setSentTo(address)
  }, null)
  return (
    <AuthPage
      title="Forgot your password?"
      intro="Enter your e-mail address, and we send you a link to set a new one."
      footer={
        <>
          Remembered it?{' '}
          <a href="/login" className="text-primary underline underline-offset-4">
            Log in
          </a>
        </>
      }
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {sentTo && !problem.text && (
          <Alert variant="success">
            If there is an account for {sentTo}, a mail with a link is on its way. It works for 60 minutes.
            Nothing there? Look into the spam folder, or send it again.
          </Alert>
        )}
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        <Field label="E-mail" error={problem.fields.email}>
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" required maxLength={254} />
          )}
        </Field>
        <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
          {sentTo ? 'Send again' : 'Send the link'}
        </Button>
      </form>
    </AuthPage>
  )
}
