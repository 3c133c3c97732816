import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { FullScreenSpinner } from '#app/components/ui/spinner.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import { loginWithNotice } from '#app/lib/auth-notices.ts'

/** Takes the new password of who opened the link of a mail. */
export function NewPassword({ token }: { token: string }) {
  const { problem, state, isReady, onSubmit } = useAccountForm(
    (fields) => api.auth.resetPassword.mutate({ token, password: textOf(fields, 'password') }),
    loginWithNotice('password-set'),
  )
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
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        <NewPasswordField label="New password" error={problem.fields.password} />
        <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
          Set password
        </Button>
      </form>
    </AuthPage>
  )
}
