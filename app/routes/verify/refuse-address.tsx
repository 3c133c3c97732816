import { useState } from 'react'
import { Form, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import {
  AuthPage,
  EmailAddress,
  FullScreenSpinner,
  loginWithNotice,
} from '#app/features/account/auth-page.tsx'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { api } from '#app/lib/api.ts'

export interface RefuseAddressProps {
  token: string
  email: string
  firstDoor: string
}

/** For a mailbox owner whose address somebody else used to create an account. */
export function ClaimAccount({ token, email, firstDoor }: RefuseAddressProps) {
  const form = useForm(async (fields) => {
    await api.auth.claimByLink.mutate({ token, password: textOf(fields, 'password') })
    return loginWithNotice('claimed')
  })
  if (form.isLeaving) return <FullScreenSpinner label="Making the account yours" />
  return (
    <AuthPage
      title="Somebody used your address"
      intro={
        <>
          Choose a password, and the account with <EmailAddress email={email} /> is yours. Whoever created it
          can no longer get in: every way to sign in that they set up is removed.
        </>
      }
      footer={
        <>
          Was it you after all? <TextLink href={firstDoor}>Enter your password</TextLink>. Don’t want an
          account? Close this page: nobody can do much with it without you.
        </>
      }
    >
      <Form form={form} submit="Take over the account">
        <input name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField label="Your new password" error={form.errors.password} />
      </Form>
    </AuthPage>
  )
}

/** For a mailbox owner whose address somebody else's account has requested. That account stays theirs. */
export function DropChange({ token, email, firstDoor }: RefuseAddressProps) {
  const [isDropped, setIsDropped] = useState(false)
  const form = useForm(async () => {
    await api.auth.dropAddressChange.mutate({ token })
    setIsDropped(true)
  })
  return (
    <AuthPage
      title="Didn’t ask for this?"
      intro={
        <>
          Somebody entered <EmailAddress email={email} /> for an account of their own, by mistake or on
          purpose. Tell us, and this link stops working: their account won’t get your address.
        </>
      }
      footer={
        isDropped ? (
          <>
            You can use your address here yourself: <TextLink href="/signup">Start free</TextLink>
          </>
        ) : (
          <>
            Did you ask for it after all? <TextLink href={firstDoor}>Enter your password</TextLink>
          </>
        )
      }
    >
      {isDropped ? (
        <Alert variant="success">Thank you. That account won’t get your address.</Alert>
      ) : (
        <Form form={form} submit="This was not me" />
      )}
    </AuthPage>
  )
}
