import { useLoaderData, useSearchParams } from '@remix-run/react'
import { EmailField, Form, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { AuthPage, authNotice, FullScreenSpinner, KeepSignedIn } from '#app/features/account/auth-page.tsx'
import { OAuthButtons } from '#app/features/account/oauth-buttons.tsx'
import { PasswordField } from '#app/features/account/password-field.tsx'
import { api } from '#app/lib/api.ts'
import { useKnownEmail } from '#app/lib/browser-state.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedOutLoaderWithProviders } from '#app/lib/signed-in.server.ts'

const FORM = 'sign-in'

export const loader = signedOutLoaderWithProviders

export const meta = () => pageTitle('Sign in')

export default function Login() {
  const { target, isDetour, otherForm, providers, providerProblem } = useLoaderData<typeof loader>()
  const form = useForm(async (fields) => {
    const { nextLevel, keepAt } = await api.auth.signIn.mutate({
      email: textOf(fields, 'email'),
      password: textOf(fields, 'password'),
      keep: textOf(fields, 'keep') !== '',
    })
    if (keepAt !== undefined) return keepAt
    return nextLevel === 'aal2' ? `/login/challenge${otherForm}` : target
  })
  const [search] = useSearchParams()
  const known = useKnownEmail()
  const notice = providerProblem || authNotice(search.get('notice'))
  if (form.isLeaving) return <FullScreenSpinner label="Signing you in" />
  return (
    <AuthPage
      title="Welcome back"
      intro={isDetour ? 'Please sign in to continue.' : 'Sign in to see what is new.'}
      footer={
        <>
          No account yet? <TextLink href={`/signup${otherForm}`}>Start free</TextLink>
        </>
      }
    >
      {notice && !form.failure && (
        <Alert variant={providerProblem ? 'destructive' : 'info'} className="mb-6">
          {notice}
        </Alert>
      )}
      <OAuthButtons providers={providers} query={otherForm} divider="or with your e-mail" keepForm={FORM} />
      <Form form={form} id={FORM} submit="Sign in">
        <EmailField error={form.errors.email} known={known} />
        <PasswordField label="Password" error={form.errors.password} />
        {providers.length === 0 && <KeepSignedIn />}
        <TextLink href="/reset-password" className="-my-4 w-fit py-3 text-sm">
          Forgot your password?
        </TextLink>
      </Form>
    </AuthPage>
  )
}
