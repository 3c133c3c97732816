import { and, eq, gt, inArray } from 'drizzle-orm'
import { emailLinks, profiles, users } from '#db/schema/index.ts'
import type { Context } from '../../../context.ts'
import { DomainError } from '../../../errors.ts'
import { sha256Hex } from '../../../platform/ids.ts'
import type { LinkPurpose } from './make-link.ts'

/** A link that may be used, with the account it is for. */
export interface LiveLink {
  tokenHash: string
  purpose: LinkPurpose
  userId: string
  /** Where it was mailed. */
  sentTo: string
  /** The account's address today. */
  email: string
  fullName: string
  isVerified: boolean
  passwordHash: string | null
}

/**
 * The link of a mailed token. Looking does not use it up: the statement that does its work has to delete it.
 *
 * @throws DomainError `not_found`, the same for a link that never was, has ended or was used
 */
export async function requireLink(
  ctx: Context,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<LiveLink> {
  const tokenHash = await sha256Hex(token)
  const rows = await ctx.db
    .select({
      purpose: emailLinks.purpose,
      userId: users.id,
      sentTo: emailLinks.email,
      email: users.email,
      fullName: profiles.fullName,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordHash: users.passwordHash,
    })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(
      and(
        eq(emailLinks.tokenHash, tokenHash),
        inArray(emailLinks.purpose, [...purposes]),
        gt(emailLinks.expiresAt, ctx.now()),
      ),
    )
  const row = rows[0]
  if (!row) throw linkEnded()
  const { emailVerifiedAt, ...link } = row
  return { ...link, tokenHash, isVerified: emailVerifiedAt !== null }
}

export function linkEnded(): DomainError {
  return new DomainError('not_found', 'This link has ended or was used already. Ask for a new one.')
}
