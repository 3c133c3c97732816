import { useRef } from 'react'
import { AuthPage } from '#app/components/auth/auth-page.tsx'
import { PasswordInput } from '#app/components/auth/password-input.tsx'
import { PasswordStrengthMeter } from '#app/components/auth/password-strength.tsx'
import { textOf, useAccountForm } from '#app/components/auth/use-account-form.ts'
import { usePasswordScore } from '#app/components/auth/use-password-score.ts'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { FullScreenSpinner } from '#app/components/ui/spinner.tsx'
import { api } from '#app/lib/api.ts'
import { loginWithNotice } from '#app/lib/auth-notices.ts'

/** Takes the new password of who opened the link of a mail. */
export function NewPassword({ token }: { token: string }) {
  const { problem, state, isReady, onSubmit } = useAccountForm(
    (fields) => api.auth.resetPassword.mutate({ token, password: textOf(fields, 'password') }),
    loginWithNotice('password-set'),
  )
  const form = useRef<HTMLFormElement>(null)
  const { score, update } = usePasswordScore(form)
  if (state === 'done') return <FullScreenSpinner label="Setting your password" />
  return (
    <AuthPage
      title="Set a new password"
      intro="You will be signed out everywhere, and sign in with the new one."
      footer={
        <>
          Link not working?{' '}
          <a href="/reset-password" className="text-primary underline underline-offset-4">
            Ask for a new one
          </a>
        </>
      }
    >
      <form ref={form} method="post" noValidate onSubmit={onSubmit} onInput={update} className="grid gap-5">
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        <Field label="New password" error={problem.fields.password}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" required />}
        </Field>
        {score && <PasswordStrengthMeter score={score} />}
        <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
          Set password
        </Button>
      </form>
    </AuthPage>
  )
}
