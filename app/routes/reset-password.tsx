import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { EmailField, Form, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import {
  AuthPage,
  EmailAddress,
  FullScreenSpinner,
  loginWithNotice,
} from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import type { ResetLinkView } from '#worker/identity/passwords/reset-password.ts'

export const meta = () => pageTitle('Set a new password')

/** Reports an expired link before anybody types a password. Loading the page doesn't use the link up. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token')
  if (token === null) return { token: '', link: null, problem: null }
  return { token, ...(await lookAtLink<ResetLinkView>(context, (api) => api.auth.resetLink({ token }))) }
}

/** Sends a link by mail; if opened with the token of that link, sets a new password. */
export default function ResetPassword() {
  const { token, link, problem } = useLoaderData<typeof loader>()
  return link ? <NewPassword token={token} email={link.email} /> : <RequestLink problem={problem} />
}

/** Responds in the same way whether or not the address has an account. */
function RequestLink({ problem }: { problem: string | null }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm(async (fields) => {
    const address = textOf(fields, 'email').trim()
    await api.auth.requestPasswordReset.mutate({ email: address })
    setSentTo(address)
  })
  return (
    <AuthPage
      title={problem === null ? 'Forgot your password?' : 'This link does not work'}
      intro="Enter your e-mail address, and we’ll send you a link to set a new password."
      footer={
        <>
          Remembered it? <TextLink href="/login">Sign in</TextLink>
        </>
      }
    >
      <Form form={form} submit={sentTo ? 'Send again' : 'Send the link'}>
        {problem !== null && sentTo === null && <Alert variant="warning">{problem}</Alert>}
        {sentTo && !form.failure && (
          <Alert variant="success">
            If there is an account for {sentTo}, an e-mail with a link is on its way. It works for 60 minutes.
            If it doesn't arrive, check your spam folder or send it again.
          </Alert>
        )}
        <EmailField error={form.errors.email} />
      </Form>
    </AuthPage>
  )
}

function NewPassword({ token, email }: { token: string; email: string }) {
  const form = useForm(async (fields) => {
    await api.auth.resetPassword.mutate({ token, password: textOf(fields, 'password') })
    return loginWithNotice('password-set')
  })
  if (form.isLeaving) return <FullScreenSpinner label="Setting your password" />
  return (
    <AuthPage
      title="Set a new password"
      intro={
        <>
          For <EmailAddress email={email} />. You will be logged out everywhere, and sign in with the new one.
        </>
      }
      footer={
        <>
          Link not working? <TextLink href="/reset-password">Ask for a new one</TextLink>
        </>
      }
    >
      <Form form={form} submit="Set password">
        <NewPasswordField label="New password" error={form.errors.password} />
      </Form>
    </AuthPage>
  )
}
