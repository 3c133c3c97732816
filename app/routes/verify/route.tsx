import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { pageTitle } from '#app/lib/page-title.ts'
import type { ProofLinkView } from '#worker/identity/accounts/proof/proof-link.ts'
import { LINK_INCOMPLETE } from '#worker/rules/auth.ts'
import { ClaimAccount } from './claim-account.tsx'
import { ConfirmHere } from './confirm-here.tsx'
import { ConfirmWithPassword } from './confirm-with-password.tsx'
import { DropChange } from './drop-change.tsx'
import { LinkProblem } from './link-problem.tsx'

/** The end of a link in a mail. Looking uses nothing up: mail programs open links, too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const isSignedIn = context.session !== null
  try {
    const link: ProofLinkView = await context.api.auth.proofLink({ token })
    return { link, problem: '', isSignedIn }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'NOT_FOUND' && code !== 'BAD_REQUEST') throw error
    const problem = code === 'NOT_FOUND' && error instanceof Error ? error.message : LINK_INCOMPLETE
    return { link: null, problem, isSignedIn }
  }
}

export const meta: MetaFunction = () => pageTitle('Confirm your e-mail address')

/**
 * In a browser of the account one click confirms. Anywhere else there are two doors, each with an address of its own, so
 * that both are reached without script: the account's password, and 'it was not me'.
 */
export default function Verify() {
  const { link, problem, isSignedIn } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const door = { token, otherDoor: doorAddress(token, 'other'), firstDoor: doorAddress(token, null) }
  if (!link) return <LinkProblem text={problem} isSignedIn={isSignedIn} />
  if (link.isOwnSession) return <ConfirmHere token={token} email={link.email} />
  if (search.get('door') !== 'other') return <ConfirmWithPassword {...door} {...link} />
  return link.purpose === 'verify' ? (
    <ClaimAccount {...door} email={link.email} />
  ) : (
    <DropChange {...door} email={link.email} />
  )
}

function doorAddress(token: string, door: string | null): string {
  return `/verify?${new URLSearchParams({ token, ...(door !== null && { door }) })}`
}
