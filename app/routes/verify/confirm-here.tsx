import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { FullScreenSpinner } from '#app/components/ui/spinner.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import { Address } from './address.tsx'

/** In a browser that is signed in to the account. A button, because mail programs open links to look at them. */
export function ConfirmHere({ token, email }: { token: string; email: string }) {
  const { problem, state, isReady, onSubmit } = useAccountForm(
    () => api.auth.verifyEmail.mutate({ token }),
    '/app',
  )
  if (state === 'done') return <FullScreenSpinner label="Your e-mail address is confirmed" />
  return (
    <AuthPage
      title="Confirm your e‑mail address"
      intro={
        <>
          One click, and we know that <Address email={email} /> is yours.
        </>
      }
      footer={
        <>
          Link not working? Have a new one sent from{' '}
          <a href="/app/profile" className="text-primary underline underline-offset-4">
            your profile
          </a>
          .
        </>
      }
    >
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
          Confirm
        </Button>
      </form>
    </AuthPage>
  )
}
