import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { Form, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import {
  AuthPage,
  EmailAddress,
  FullScreenSpinner,
  loginWithNotice,
} from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { PasswordField } from '#app/features/account/password-field.tsx'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import type { ProofLinkView } from '#worker/identity/accounts/email-link.ts'
import { checkoutPath, PAID_PLANS, type PaidPlan } from '#worker/rules/billing.ts'

/** Loading the page doesn't use the link up, because mail programs open links, too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const isSignedIn = context.session !== null
  const seen = await lookAtLink<ProofLinkView>(context, (api) => api.auth.proofLink({ token }))
  return { ...seen, isSignedIn }
}

export const meta = () => pageTitle('Confirm your e-mail address')

/**
 * Asks for one click in a browser signed in to the account. Other browsers get two pages, both usable without script:
 * one asks for the account's password, the other is for people who didn't request the mail.
 */
export default function Verify() {
  const { link, problem, isSignedIn } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const plan = PAID_PLANS.find((known) => known === search.get('plan')) ?? null
  const door = {
    token,
    target: plan ? checkoutPath(plan) : '/app',
    otherDoor: doorAddress(token, plan, 'other'),
    firstDoor: doorAddress(token, plan, null),
  }
  if (!link) return <LinkProblem text={problem} isSignedIn={isSignedIn} />
  if (link.isOwnSession) return <ConfirmHere {...door} email={link.email} />
  if (search.get('door') !== 'other') return <ConfirmWithPassword {...door} {...link} />
  return link.purpose === 'verify' ? (
    <ClaimAccount {...door} email={link.email} />
  ) : (
    <DropChange {...door} email={link.email} />
  )
}

function doorAddress(token: string, plan: PaidPlan | null, door: string | null): string {
  return `/verify?${new URLSearchParams({ token, ...(plan && { plan }), ...(door !== null && { door }) })}`
}

function LinkProblem({ text, isSignedIn }: { text: string; isSignedIn: boolean }) {
  const profile = isSignedIn ? '/app/profile' : '/login?redirectTo=%2Fapp%2Fprofile'
  return (
    <AuthPage
      title="This link does not work"
      intro="Links in our e-mails work once, within 24 hours, and each new link replaces the one before."
      footer={
        <>
          {isSignedIn ? 'Send a new one from ' : 'Sign in and send a new one from '}
          <TextLink href={profile}>your profile</TextLink>.
        </>
      }
    >
      <Alert variant="destructive">{text}</Alert>
    </AuthPage>
  )
}

/** Shown in a browser signed in to the account. A button, because mail programs open links to scan them. */
function ConfirmHere({ token, email, target }: Pick<ConfirmWithPasswordProps, 'token' | 'email' | 'target'>) {
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

interface ConfirmWithPasswordProps extends Pick<ProofLinkView, 'purpose' | 'email'> {
  token: string
  target: string
  otherDoor: string
}

/**
 * Form for browsers not signed in to the account. Asks for the password too: the link only proves that the person can
 * read the mailbox.
 */
function ConfirmWithPassword({ purpose, email, token, target, otherDoor }: ConfirmWithPasswordProps) {
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

interface RefuseAddressProps {
  token: string
  email: string
  firstDoor: string
}

/** Lets the mailbox's owner take over an account that somebody else created with their address. */
function ClaimAccount({ token, email, firstDoor }: RefuseAddressProps) {
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

/** Lets the mailbox's owner keep their address from an account that requested it. That account stays unchanged. */
function DropChange({ token, email, firstDoor }: RefuseAddressProps) {
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
