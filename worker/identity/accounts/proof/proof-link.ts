import type { Context } from '../../../context.ts'
import type { LinkToken } from '../../../rules/auth.ts'
import { type LiveLink, linkEnded, requireLink } from './email-link.ts'

/** What the screen at the end of a link that proves an address shows; for whoever holds the link, so for its mailbox. */
export interface ProofLinkView {
  /** `verify`: the address an account was made with; `change_email`: one that an account wants in place of its own. */
  purpose: 'verify' | 'change_email'
  /** Where the link was mailed. */
  email: string
  /** Whether this browser is signed in to the account: then nothing else is asked for. */
  isOwnSession: boolean
}

/**
 * A link that proves an address and may be used.
 *
 * @throws DomainError `not_found`; also for an address that was proven in another way, or given up, since it was mailed
 */
export async function requireProofLink(ctx: Context, token: string): Promise<LiveLink> {
  const link = await requireLink(ctx, token, ['verify', 'change_email'])
  if (link.purpose === 'verify' && (link.isVerified || link.sentTo !== link.email)) throw linkEnded()
  return link
}

/** Whether a person in a browser holds a session of the link's account: an access token is none. */
export function isHeldBy({ session }: Context, { userId }: LiveLink): boolean {
  return session !== null && session.user.id === userId && session.token === undefined
}

/** @throws DomainError `not_found` for a link that has ended. Looking does not use it up. */
export async function lookAtProofLink(ctx: Context, { token }: LinkToken): Promise<ProofLinkView> {
  const link = await requireProofLink(ctx, token)
  return {
    purpose: link.purpose === 'verify' ? 'verify' : 'change_email',
    email: link.sentTo,
    isOwnSession: isHeldBy(ctx, link),
  }
}
