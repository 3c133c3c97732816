import type { Context } from '../../../context.ts'
import type { LinkToken } from '../../../rules/auth.ts'
import { type LiveLink, linkEnded, requireLink } from './email-link.ts'

/** @throws DomainError `not_found`, also if the address has been proven otherwise or abandoned since the mail */
export async function requireProofLink(ctx: Context, token: string): Promise<LiveLink> {
  const link = await requireLink(ctx, token, ['verify', 'change_email'])
  if (link.purpose === 'verify' && (link.isVerified || link.sentTo !== link.email)) throw linkEnded()
  return link
}

/** True if the browser has a session of the link's account; an access token doesn't count. */
export function isOwnLink({ session }: Context, { userId }: LiveLink): boolean {
  return session !== null && session.user.id === userId && session.token === undefined
}

export type ProofLinkView = Awaited<ReturnType<typeof lookAtProofLink>>

/**
 * Data for the page of a proof link, shown to anybody who reads the mailbox. `isOwnSession` is true if no password is
 * needed.
 *
 * @throws DomainError `not_found` if the link has expired
 */
export async function lookAtProofLink(ctx: Context, { token }: LinkToken) {
  const link = await requireProofLink(ctx, token)
  const purpose = link.purpose === 'verify' ? 'verify' : 'change_email'
  return { purpose, email: link.sentTo, isOwnSession: isOwnLink(ctx, link) } as const
}
