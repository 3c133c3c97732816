import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { FullScreenSpinner } from '#app/components/ui/spinner.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { OAuthButtons } from '#app/features/account/oauth-buttons.tsx'
import { PasswordInput } from '#app/features/account/password-input.tsx'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import { authNotice } from '#app/lib/auth-notices.ts'
import { pageTitle } from '#app/lib/page-title.ts'
import { signedOutLoaderWithProviders } from '#app/lib/signed-out.server.ts'

export const loader = signedOutLoaderWithProviders

export const meta: MetaFunction = () => pageTitle('Log in')

export default function Login() {
  const { target, isDetour, otherForm, providers, providerProblem } = useLoaderData<typeof loader>()
  const { problem, state, isReady, onSubmit } = useAccountForm(
    (fields) =>
      api.auth.signIn.mutate({ email: textOf(fields, 'email'), password: textOf(fields, 'password') }),
    ({ nextLevel }) => (nextLevel === 'aal2' ? `/login/challenge${otherForm}` : target),
  )
  const notice = authNotice(useSearchParams()[0].get('notice'))
  if (state === 'done') return <FullScreenSpinner label="Signing you in" />
  return (
    <AuthPage
      title="Welcome back"
      intro={isDetour ? 'Please sign in to continue.' : 'Sign in to see what is new.'}
      footer={
        <>
          No account yet?{' '}
          <a href={`/signup${otherForm}`} className="text-primary underline underline-offset-4">
            Start free
          </a>
        </>
      }
    >
      {notice && !problem.text && !providerProblem && (
        <Alert variant="info" className="mb-6">
          {notice}
        </Alert>
      )}
      {providerProblem && !problem.text && (
        <Alert variant="destructive" className="mb-6">
          {providerProblem}
        </Alert>
      )}
      <OAuthButtons providers={providers} query={otherForm} divider="or with your e-mail" />
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
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
        <Field label="Password" error={problem.fields.password}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="current-password" required />
          )}
        </Field>
        <a
          href="/reset-password"
          className="-mt-3 w-fit py-1 text-sm text-primary underline underline-offset-4"
        >
          Forgot your password?
        </a>
        <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
          Log in
        </Button>
      </form>
    </AuthPage>
  )
}
