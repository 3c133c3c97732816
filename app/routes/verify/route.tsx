import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import type { ProofLinkView } from '#worker/identity/accounts/proof/proof-link.ts'
import { checkoutPath, PAID_PLANS, type PaidPlan } from '#worker/rules/billing.ts'
import { ConfirmHere, ConfirmWithPassword } from './confirm-address.tsx'
import { ClaimAccount, DropChange } from './refuse-address.tsx'

/**
 * Target of the mailed links that prove an address. Loading the page doesn't use the link up, because mail programs
 * open links, too.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const isSignedIn = context.session !== null
  const seen = await lookAtLink<ProofLinkView>(context, (api) => api.auth.proofLink({ token }))
  return { ...seen, isSignedIn }
}

export const meta = () => pageTitle('Confirm your e-mail address')

/**
 * In a browser signed in to the account, one click confirms. Elsewhere there are two choices, each with its own address
 * so that both work without script: enter the account's password, or say 'it was not me'.
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

/** Says why a link can't be used, and how to get another. */
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
