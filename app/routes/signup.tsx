import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { FullScreenSpinner } from '#app/components/ui/spinner.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { OAuthButtons } from '#app/features/account/oauth-buttons.tsx'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import { loginWithNotice } from '#app/lib/auth-notices.ts'
import { pageTitle } from '#app/lib/page-title.ts'
import { signedOutLoaderWithProviders } from '#app/lib/signed-out.server.ts'

export const loader = signedOutLoaderWithProviders

export const meta: MetaFunction = () => pageTitle('Start free')

export default function SignUp() {
  const { otherForm, providers } = useLoaderData<typeof loader>()
  const { problem, state, isReady, onSubmit } = useAccountForm(
    (fields) =>
      api.auth.signUp.mutate({
        email: textOf(fields, 'email'),
        password: textOf(fields, 'password'),
        fullName: textOf(fields, 'fullName'),
      }),
    // A new account goes on from there to where it wanted to; an address that has one stays and reads the notice.
    loginWithNotice('check-mail', otherForm),
  )
  if (state === 'done') return <FullScreenSpinner label="Opening your dashboard" />
  return (
    <AuthPage
      title="Start free"
      intro="One shop, its reviews in one place. No card."
      footer={
        <>
          Have an account?{' '}
          <a href={`/login${otherForm}`} className="text-primary underline underline-offset-4">
            Log in
          </a>
          . By starting you accept the{' '}
          <a href="/terms" className="underline underline-offset-4">
            terms
          </a>{' '}
          and have seen what happens with your{' '}
          <a href="/privacy" className="underline underline-offset-4">
            data
          </a>
          .
        </>
      }
    >
      <OAuthButtons providers={providers} query={otherForm} divider="or with your e-mail" />
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        <Field label="Your name" error={problem.fields.fullName}>
          {(control) => <Input {...control} name="fullName" autoComplete="name" required maxLength={120} />}
        </Field>
        <Field label="E-mail" error={problem.fields.email}>
          {(control) => (
            <Input {...control} name="email" type="email" autoComplete="username" required maxLength={254} />
          )}
        </Field>
        <NewPasswordField label="Password" error={problem.fields.password} />
        <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
          Start free
        </Button>
      </form>
    </AuthPage>
  )
}
