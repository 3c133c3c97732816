import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { FullScreenSpinner } from '#app/components/ui/spinner.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { PasswordInput } from '#app/features/account/password-input.tsx'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import type { ProofLinkView } from '#worker/identity/accounts/proof/proof-link.ts'
import { Address } from './address.tsx'

export interface ConfirmWithPasswordProps extends Pick<ProofLinkView, 'purpose' | 'email'> {
  token: string
  otherDoor: string
}

/** Anywhere but in a browser of the account: the link shows who reads the mail, the password whose account it is. */
export function ConfirmWithPassword({ purpose, email, token, otherDoor }: ConfirmWithPasswordProps) {
  const isNew = purpose === 'verify'
  const { problem, state, isReady, onSubmit } = useAccountForm(
    (fields) => api.auth.verifyEmail.mutate({ token, password: textOf(fields, 'password') }),
    ({ nextLevel }) => (nextLevel === 'aal2' ? '/login/challenge' : '/app'),
  )
  if (state === 'done') return <FullScreenSpinner label="Your e-mail address is confirmed" />
  return (
    <AuthPage
      title={isNew ? 'Confirm your e‑mail address' : 'Confirm your new e‑mail address'}
      intro={
        isNew ? (
          <>
            Somebody made an account with <Address email={email} />. Was it you? Enter the password you chose.
          </>
        ) : (
          <>
            Somebody wants to use <Address email={email} /> for their account. Was it you? Enter the password
            of that account.
          </>
        )
      }
      footer={
        <>
          No password? Sign in to your account in this browser first:{' '}
          <a href="/login" className="text-primary underline underline-offset-4">
            Log in
          </a>
          , and open the link from the mail once more.
        </>
      }
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        {isNew && <input name="email" autoComplete="username" value={email} readOnly hidden />}
        <Field label="Password" error={problem.fields.password}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="current-password" required />
          )}
        </Field>
        <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
          Confirm and log in
        </Button>
      </form>
      <Button asChild variant="outline" size="lg" className="mt-3">
        <a href={otherDoor}>{isNew ? 'I did not make this account' : 'I did not ask for this'}</a>
      </Button>
    </AuthPage>
  )
}
