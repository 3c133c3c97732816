import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { AuthPage } from '#app/components/auth/auth-page.tsx'
import { useAccountForm } from '#app/components/auth/use-account-form.ts'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { FullScreenSpinner } from '#app/components/ui/spinner.tsx'
import { api } from '#app/lib/api.ts'
import { loginWithNotice } from '#app/lib/auth-notices.ts'
import { pageTitle } from '#app/lib/page-title.ts'

export function loader({ context }: LoaderFunctionArgs) {
  return { isSignedIn: context.session !== null }
}

export const meta: MetaFunction = () => pageTitle('Confirm your e-mail address')

/** The end of the link in a mail. A button, because mail programs open links to look at them. */
export default function Verify() {
  const { isSignedIn } = useLoaderData<typeof loader>()
  const token = useSearchParams()[0].get('token') ?? ''
  const { problem, state, isReady, onSubmit } = useAccountForm(
    () => api.auth.verifyEmail.mutate({ token }),
    // Whoever is signed in goes on from there to the dashboard.
    loginWithNotice('verified'),
  )
  if (state === 'done') return <FullScreenSpinner label="Your e-mail address is confirmed" />
  return (
    <AuthPage
      title="Confirm your e‑mail address"
      intro="One click, and we know that the address is yours."
      footer={
        isSignedIn ? (
          <>
            Link not working? Have a new one sent from{' '}
            <a href="/app/profile" className="text-primary underline underline-offset-4">
              your profile
            </a>
            .
          </>
        ) : (
          <>
            Link not working?{' '}
            <a
              href="/login?redirectTo=%2Fapp%2Fprofile"
              className="text-primary underline underline-offset-4"
            >
              Log in
            </a>{' '}
            and have a new one sent from your profile.
          </>
        )
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
