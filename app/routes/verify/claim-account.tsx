import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { FullScreenSpinner } from '#app/components/ui/spinner.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import { loginWithNotice } from '#app/lib/auth-notices.ts'
import { Address } from './address.tsx'

export interface ClaimAccountProps {
  token: string
  email: string
  firstDoor: string
}

/** For who reads the mailbox and did not make the account. */
export function ClaimAccount({ token, email, firstDoor }: ClaimAccountProps) {
  const { problem, state, isReady, onSubmit } = useAccountForm(
    (fields) => api.auth.claimByLink.mutate({ token, password: textOf(fields, 'password') }),
    loginWithNotice('claimed'),
  )
  if (state === 'done') return <FullScreenSpinner label="Making the account yours" />
  return (
    <AuthPage
      title="Somebody used your address"
      intro={
        <>
          Choose a password, and the account with <Address email={email} /> is yours. Whoever made it can no
          longer get in: everything they set up for that is removed.
        </>
      }
      footer={
        <>
          Did you make it after all?{' '}
          <a href={firstDoor} className="text-primary underline underline-offset-4">
            Enter your password
          </a>
          . You don’t want an account? Close this page: nobody can do much with it without you.
        </>
      }
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        <input name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField label="Your new password" error={problem.fields.password} />
        <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
          Make the account mine
        </Button>
      </form>
    </AuthPage>
  )
}
