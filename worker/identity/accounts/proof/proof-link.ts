import type { Context } from '../../../context.ts'
import type { LinkToken } from '../../../rules/auth.ts'
import { type LiveLink, linkEnded, requireLink } from './email-link.ts'

/** What the page of a proof link displays, to whoever reads the mailbox. */
export interface ProofLinkView {
  /** `verify`: the address an account was made with; `change_email`: one that is to replace it. */
  purpose: 'verify' | 'change_email'
  /** Where the link was mailed. */
  email: string
  /** Whether this browser is signed in to the account, so that no password is asked for. */
  isOwnSession: boolean
}

/**
 * A link that proves an address.
 *
 * @throws DomainError `not_found`, also where the address was proven otherwise or given up since the mail
 */
export async function requireProofLink(ctx: Context, token: string): Promise<LiveLink> {
  const link = await requireLink(ctx, token, ['verify', 'change_email'])
  if (link.purpose === 'verify' && (link.isVerified || link.sentTo !== link.email)) throw linkEnded()
  return link
}

/** Whether the browser has a session of the link's account; an access token is none. */
export function isOwnLink({ session }: Context, { userId }: LiveLink): boolean {
  return session !== null && session.user.id === userId && session.token === undefined
}

/** @throws DomainError `not_found` for a link that has ended */
export async function lookAtProofLink(ctx: Context, { token }: LinkToken): Promise<ProofLinkView> {
  const link = await requireProofLink(ctx, token)
  return {
    purpose: link.purpose === 'verify' ? 'verify' : 'change_email',
    email: link.sentTo,
    isOwnSession: isOwnLink(ctx, link),
  }
}
