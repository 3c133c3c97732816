import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useParams } from '@remix-run/react'
import { Form, useForm } from '#app/components/form.tsx'
import { ResendVerification } from '#app/components/shell/resend-verification.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { AuthPage, EmailAddress } from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { INVITATION_DAYS, type InvitationOffer, ROLE_NAMES } from '#worker/rules/organizations.ts'

/** Where somebody joins a team. Loading the page changes nothing: mail programs open links, too. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { token = '' } = params
  const seen = await lookAtLink<InvitationOffer>(context, (api) => api.organizations.invitation({ token }))
  const user = context.session?.user
  return { ...seen, viewer: user ? { email: user.email, isVerified: user.isVerified } : null }
}

export const meta: MetaFunction = () => pageTitle('Invitation')

export default function Invitation() {
  const { link, problem, viewer } = useLoaderData<typeof loader>()
  const { token = '' } = useParams()
  const footer = 'If you don’t know who invited you, close this page and nothing will happen.'
  if (!link) {
    return (
      <AuthPage
        title="This invitation does not work"
        intro={`Invitations work once, within ${INVITATION_DAYS} days, and end when they are withdrawn.`}
        footer={footer}
      >
        <Alert variant="destructive">{problem}</Alert>
      </AuthPage>
    )
  }
  const { organizationName, email, role, businessCount, isYours } = link
  return (
    <AuthPage
      title={`Join ${organizationName}`}
      intro={
        <>
          <EmailAddress email={email} /> is invited as {ROLE_NAMES[role].toLowerCase()}: {ROLE_TEXTS[role]}
          {businessCount !== null && ` You will see ${businessCount || 'none'} of their businesses.`}
        </>
      }
      footer={footer}
    >
      {isYours ? (
        <Accept token={token} />
      ) : viewer === null ? (
        <SignInFirst token={token} />
      ) : viewer.isVerified || viewer.email !== email ? (
        <AnotherAccount token={token} email={viewer.email} />
      ) : (
        <Alert variant="warning">
          <p>Confirm your e-mail address first, then open the invitation again.</p>
          <ResendVerification />
        </Alert>
      )}
    </AuthPage>
  )
}

const ROLE_TEXTS: Record<InvitationOffer['role'], string> = {
  admin: 'you can do everything but transfer or delete the organization.',
  member: 'you can read and answer reviews, and add businesses.',
  viewer: 'you can read reviews and figures.',
}

function Accept({ token }: { token: string }) {
  const form = useForm(async () => {
    await api.organizations.acceptInvitation.mutate({ token })
    return '/app'
  })
  return <Form form={form} submit="Accept the invitation" />
}

function SignInFirst({ token }: { token: string }) {
  const query = `?${new URLSearchParams({ redirectTo: `/invitations/${token}` })}`
  return (
    <div className="grid gap-3">
      <Button asChild size="lg">
        <a href={`/login${query}`}>Sign in to accept</a>
      </Button>
      <Button asChild size="lg" variant="outline">
        <a href={`/signup${query}`}>Create an account</a>
      </Button>
    </div>
  )
}

function AnotherAccount({ token, email }: { token: string; email: string }) {
  const form = useForm(async () => {
    await api.auth.signOut.mutate()
    return `/login?${new URLSearchParams({ redirectTo: `/invitations/${token}` })}`
  })
  return (
    <div className="grid gap-5">
      <Alert variant="warning">
        <p className="wrap-anywhere">You are signed in as {email}, which is another address.</p>
      </Alert>
      <Form form={form} submit="Log out and use another account" />
    </div>
  )
}
