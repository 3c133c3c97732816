import { useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { EmailField, Form, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { AuthPage, FullScreenSpinner, loginWithNotice } from '#app/features/account/auth-page.tsx'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'

export const meta = () => pageTitle('Set a new password')

/** Without a token it sends a link; with the token of such a link it takes the new password. */
export default function ResetPassword() {
  const token = useSearchParams()[0].get('token')
  return token === null ? <RequestLink /> : <NewPassword token={token} />
}

/** Says the same whether or not the address has an account. */
function RequestLink() {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm(async (fields) => {
    const address = textOf(fields, 'email').trim()
    await api.auth.requestPasswordReset.mutate({ email: address })
    setSentTo(address)
  })
  return (
    <AuthPage
      title="Forgot your password?"
      intro="Enter your e-mail address, and we send you a link to set a new one."
      footer={
        <>
          Remembered it? <TextLink href="/login">Log in</TextLink>
        </>
      }
    >
      <Form form={form} submit={sentTo ? 'Send again' : 'Send the link'}>
        {sentTo && !form.failure && (
          <Alert variant="success">
            If there is an account for {sentTo}, a mail with a link is on its way. It works for 60 minutes.
            Nothing there? Look into the spam folder, or send it again.
          </Alert>
        )}
        <EmailField error={form.errors.email} />
      </Form>
    </AuthPage>
  )
}

function NewPassword({ token }: { token: string }) {
  const form = useForm(async (fields) => {
    await api.auth.resetPassword.mutate({ token, password: textOf(fields, 'password') })
    return loginWithNotice('password-set')
  })
  if (form.isLeaving) return <FullScreenSpinner label="Setting your password" />
  return (
    <AuthPage
      title="Set a new password"
      intro="You will be signed out everywhere, and sign in with the new one."
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
