import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useParams } from '@remix-run/react'
import { Form, type FormState, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { AuthPage, Consent, EmailAddress, KeepSignedIn } from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { NewAccountFields } from '#app/features/account/new-password-field.tsx'
import { OAuthButtons } from '#app/features/account/oauth-buttons.tsx'
import { PasswordField } from '#app/features/account/password-field.tsx'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { oauthProblemIn } from '#worker/rules/oauth.ts'
import { INVITATION_DAYS, type InvitationOffer } from '#worker/rules/organizations.ts'

/** Loading the page changes nothing, because mail programs open links, too. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { token = '' } = params
  const seen = await lookAtLink<InvitationOffer>(context, (api) => api.organizations.invitation({ token }))
  const providers = await context.api.auth.identities.offered()
  return {
    ...seen,
    providers,
    providerProblem: oauthProblemIn(new URL(request.url).searchParams),
    viewerEmail: context.session?.user.email ?? null,
  }
}

export const meta: MetaFunction = () => pageTitle('Invitation')

export default function Invitation() {
  const { link, problem, providers, providerProblem, viewerEmail } = useLoaderData<typeof loader>()
  const { token = '' } = useParams()
  const stranger = 'If you don’t know who invited you, close this page and nothing will happen.'
  if (!link) {
    return (
      <AuthPage
        title="This invitation does not work"
        intro={`Invitations work once, within ${INVITATION_DAYS} days, and end when they are withdrawn.`}
        footer={stranger}
      >
        <Alert variant="destructive">{problem}</Alert>
      </AuthPage>
    )
  }
  const { organizationName, inviter, role, businessCount, hasAccount, isYours } = link
  const way = {
    token,
    link,
    asksKeep: providers.length === 0,
    query: `?${new URLSearchParams({ redirectTo: `/invitations/${token}` })}`,
  }
  const isNew = isYours === null && !hasAccount
  return (
    <AuthPage
      title={`Join ${organizationName}`}
      intro={
        <>
          {inviter ? <Inviter {...inviter} /> : 'A team'} invites you as {ROLE_TEXTS[role]}
          {businessCount !== null && ` You will see ${businessCount || 'none'} of their businesses.`}
        </>
      }
      footer={
        <>
          {isNew && (
            <>
              <Consent />{' '}
            </>
          )}
          {stranger}
        </>
      }
    >
      {isYours ? (
        <Accept {...way} />
      ) : isYours === false ? (
        <AnotherAccount token={token} email={viewerEmail ?? ''} />
      ) : (
        <>
          {providerProblem && (
            <Alert variant="destructive" className="mb-6">
              {providerProblem}
            </Alert>
          )}
          <OAuthButtons
            providers={providers}
            query={way.query}
            divider="or with your e-mail"
            keepForm={FORM}
          />
          {hasAccount ? <SignIn {...way} /> : <NewAccount {...way} />}
        </>
      )}
    </AuthPage>
  )
}

const ROLE_TEXTS: Record<InvitationOffer['role'], string> = {
  admin:
    'an admin: you can answer reviews, and manage businesses, members and most settings. Billing and the activity log stay with the owner.',
  member: 'a member: you can read and answer reviews, and add businesses.',
  viewer: 'a viewer: you can read reviews and figures.',
}

/** The address is shown beside the name, because people choose their own name; only the address is verified. */
function Inviter({ name, email }: NonNullable<InvitationOffer['inviter']>) {
  return name ? (
    <>
      <span className="wrap-anywhere">{name}</span> (<EmailAddress email={email} />)
    </>
  ) : (
    <EmailAddress email={email} />
  )
}

interface WayProps {
  token: string
  link: InvitationOffer
  /** The query that carries the invitation through other pages. */
  query: string
  /** True if the form itself offers to stay signed in; with provider links, the choice is above them. */
  asksKeep: boolean
}

const FORM = 'join'

function JoinButton({ form, link }: Pick<WayProps, 'link'> & { form: FormState }) {
  return (
    <SubmitButton form={form} size="lg">
      <span className="min-w-0 truncate">Join {link.organizationName}</span>
    </SubmitButton>
  )
}

/** Shown in a browser signed in to the invited account. A button, because a link could be opened by a mail program. */
function Accept({ token, link }: WayProps) {
  const form = useForm(async () => {
    await api.organizations.acceptInvitation.mutate({ token })
    return '/app'
  })
  return (
    <Form form={form}>
      <JoinButton form={form} link={link} />
    </Form>
  )
}

/** The link proves the address, so a new account needs only a name and a password. */
function NewAccount({ token, link, asksKeep }: WayProps) {
  const form = useForm(async (fields) => {
    const password = textOf(fields, 'password')
    await api.organizations.joinByInvitation.mutate({
      token,
      password,
      fullName: textOf(fields, 'fullName'),
      keep: textOf(fields, 'keep') !== '',
    })
    return '/app'
  })
  return (
    <Form form={form} id={FORM}>
      <NewAccountFields form={form}>
        <InvitedAddress email={link.email} />
      </NewAccountFields>
      {asksKeep && <KeepSignedIn />}
      <JoinButton form={form} link={link} />
    </Form>
  )
}

function SignIn({ token, link, query, asksKeep }: WayProps) {
  const form = useForm(async (fields) => {
    const { nextLevel, keepAt } = await api.auth.signIn.mutate({
      email: link.email,
      password: textOf(fields, 'password'),
      keep: textOf(fields, 'keep') !== '',
    })
    if (keepAt !== undefined) return keepAt
    // Return here with a session: then only one button is left.
    if (nextLevel === 'aal2') return `/login/challenge${query}`
    await api.organizations.acceptInvitation.mutate({ token })
    return '/app'
  })
  return (
    <Form form={form} id={FORM}>
      <InvitedAddress email={link.email} />
      <PasswordField label="Password" error={form.errors.password} />
      {asksKeep && <KeepSignedIn />}
      <TextLink href="/reset-password" className="-my-4 w-fit py-3 text-sm">
        Forgot your password?
      </TextLink>
      <JoinButton form={form} link={link} />
    </Form>
  )
}

/** Read-only field, so that password managers know the account's email address. */
function InvitedAddress({ email }: { email: string }) {
  return (
    <TextField
      label="E-mail"
      name="email"
      type="email"
      autoComplete="username"
      value={email}
      readOnly
      className="[&_input]:bg-muted"
    />
  )
}

function AnotherAccount({ token, email }: { token: string; email: string }) {
  const form = useForm(async () => {
    await api.auth.signOut.mutate()
    return `/invitations/${token}`
  })
  return (
    <div className="grid gap-5">
      <Alert variant="warning">
        <p className="wrap-anywhere">You are signed in as {email}, which is another address.</p>
      </Alert>
      <Form form={form} submit="Log out and go on" />
    </div>
  )
}
