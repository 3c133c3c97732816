import { and, eq, ne } from 'drizzle-orm'
import { emailLinks, profiles, sessions, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { emailKey, type LinkToken } from '../../rules/auth.ts'
import { onlyIfChanged, wasRolledBack } from '../all-or-nothing.ts'
import { audit } from '../audit.ts'
import { type LiveLink, linkEnded, requireLink } from './find-link.ts'

/**
 * Proves an address by the link that was mailed there, once. Whoever else had the account open is signed out: before
 * this, anybody may have made it.
 *
 * @throws DomainError `not_found` for a link that has ended, or whose address another account has proven meanwhile
 */
export async function verifyEmail(ctx: Context, { token }: LinkToken): Promise<void> {
  const link = await requireLink(ctx, token, ['verify', 'change_email'])
  // The address has been changed since this was mailed to the former one.
  if (link.purpose === 'verify' && link.sentTo !== link.email) throw linkEnded()
  try {
    await prove(ctx, link)
  } catch (error) {
    throw wasRolledBack(error) || isTaken(error) ? linkEnded() : error
  }
  await audit(ctx, 'email_verified', 'done', { userId: link.userId, email: link.sentTo })
}

async function prove(ctx: Context, { tokenHash, userId, sentTo }: LiveLink): Promise<void> {
  const now = ctx.now()
  const isOwn = ctx.session?.user.id === userId
  await ctx.db.batch([
    ctx.db.delete(emailLinks).where(eq(emailLinks.tokenHash, tokenHash)),
    onlyIfChanged(ctx),
    ctx.db
      .update(users)
      .set({ email: sentTo, emailKey: emailKey(sentTo), emailVerifiedAt: now, updatedAt: now })
      .where(eq(users.id, userId)),
    ctx.db.update(profiles).set({ email: sentTo, updatedAt: now }).where(eq(profiles.id, userId)),
    // Links that were mailed to the former address.
    ctx.db.delete(emailLinks).where(and(eq(emailLinks.userId, userId), ne(emailLinks.email, sentTo))),
    ctx.db
      .delete(sessions)
      .where(
        and(eq(sessions.userId, userId), isOwn && ctx.session ? ne(sessions.id, ctx.session.id) : undefined),
      ),
  ])
}

/** The unique index on email_key decides between two accounts that prove one address. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && (error.message.includes('users.email_key') || isTaken(error.cause))
}
