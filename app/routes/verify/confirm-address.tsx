import { Form, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { AuthPage, EmailAddress, FullScreenSpinner } from '#app/features/account/auth-page.tsx'
import { PasswordField } from '#app/features/account/password-field.tsx'
import { api } from '#app/lib/api.ts'
import type { ProofLinkView } from '#worker/identity/accounts/proof/proof-link.ts'

/** For browsers signed in to the account. A button, because mail programs open links to scan them. */
export function ConfirmHere({
  token,
  email,
  target,
}: Pick<ConfirmWithPasswordProps, 'token' | 'email' | 'target'>) {
  const form = useForm(async () => {
    await api.auth.verifyEmail.mutate({ token })
    return target
  })
  if (form.isLeaving) return <FullScreenSpinner label="Your e-mail address is confirmed" />
  return (
    <AuthPage
      title="Confirm your e‑mail address"
      intro={
        <>
          One click, and we know that <EmailAddress email={email} /> is yours.
        </>
      }
      footer={
        <>
          Link not working? Send a new one from <TextLink href="/app/profile">your profile</TextLink>.
        </>
      }
    >
      <Form form={form} submit="Confirm" />
    </AuthPage>
  )
}

export interface ConfirmWithPasswordProps extends Pick<ProofLinkView, 'purpose' | 'email'> {
  token: string
  /** Address to go to afterwards. */
  target: string
  otherDoor: string
}

/** For other browsers: the link proves the mailbox, the password proves the account. */
export function ConfirmWithPassword({ purpose, email, token, target, otherDoor }: ConfirmWithPasswordProps) {
  const isNew = purpose === 'verify'
  const form = useForm(async (fields) => {
    const password = textOf(fields, 'password')
    const { nextLevel, keepAt } = await api.auth.verifyEmail.mutate({ token, password })
    if (keepAt !== undefined) return keepAt
    const challenge = `/login/challenge?${new URLSearchParams({ redirectTo: target })}`
    return nextLevel === 'aal2' ? challenge : target
  })
  if (form.isLeaving) return <FullScreenSpinner label="Your e-mail address is confirmed" />
  return (
    <AuthPage
      title={isNew ? 'Confirm your e‑mail address' : 'Confirm your new e‑mail address'}
      intro={
        isNew ? (
          <>
            Someone created an account with <EmailAddress email={email} />. Was it you? Enter the password you
            chose.
          </>
        ) : (
          <>
            Somebody wants to use <EmailAddress email={email} /> for their account. Was it you? Enter the
            password of that account.
          </>
        )
      }
      footer={
        <>
          No password? <TextLink href="/login">Sign in</TextLink> to your account in this browser first, and
          open the link from the e-mail again.
        </>
      }
    >
      <Form form={form} submit="Confirm and sign in">
        {isNew && <input name="email" autoComplete="username" value={email} readOnly hidden />}
        <PasswordField label="Password" error={form.errors.password} />
      </Form>
      <Button asChild variant="outline" size="lg" className="mt-3">
        <a href={otherDoor}>{isNew ? 'I didn’t create this account' : 'I didn’t ask for this'}</a>
      </Button>
    </AuthPage>
  )
}
