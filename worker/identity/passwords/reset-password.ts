import { eq, sql } from 'drizzle-orm'
import { emailLinks, sessions, users } from '#db/schema/index.ts'
import type { HashingContext } from '../../context.ts'
import type { ResetPasswordInput } from '../../rules/auth.ts'
import { ACCOUNT_MAILS, accountMail } from '../account-mails.ts'
import { onlyIfChanged, wasRolledBack } from '../all-or-nothing.ts'
import { audit } from '../audit.ts'
import { dropWaysIn } from '../drop-ways-in.ts'
import { linkEnded, requireLink } from '../email-links/find-link.ts'
import { LIMITS, requireAttempts } from '../limits.ts'
import { hashPassword } from '../password-hash.ts'
import { requireNewPassword, setPasswordStatements } from './password-statements.ts'
import { requireGoodPassword } from './require-good-password.ts'

/**
 * Sets a new password by a mailed link, once. All sessions and links of the account end; nobody is signed in by it, so
 * that a second factor is asked for as always. The mail came to the address, which proves that too: what an unproven
 * account could be opened with otherwise is dropped.
 *
 * @throws DomainError `not_found` for a link that has ended, `invalid_input` beside `password`, `too_many`; none of them
 *   uses the link up
 */
export async function resetPassword(
  ctx: HashingContext,
  { token, password }: ResetPasswordInput,
): Promise<void> {
  const link = await requireLink(ctx, token, ['reset'])
  const { userId } = link
  requireGoodPassword(password, { name: link.fullName, email: link.email })
  await requireAttempts(ctx, [
    { limit: LIMITS.resetLink, key: link.tokenHash },
    { limit: LIMITS.resetLinkPrefix, key: ctx.network.prefix },
  ])
  await requireNewPassword(ctx, { userId, record: link.passwordHash }, password)
  const passwordHash = await hashPassword(password, ctx)
  const mail = await accountMail(ctx, link.email, ACCOUNT_MAILS.passwordChanged())
  try {
    await ctx.db.batch([
      ctx.db.delete(emailLinks).where(eq(emailLinks.tokenHash, link.tokenHash)),
      onlyIfChanged(ctx),
      ...setPasswordStatements(ctx, userId, passwordHash),
      ctx.db
        .update(users)
        .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${ctx.now()})` })
        .where(eq(users.id, userId)),
      ...(link.isVerified ? [] : dropWaysIn(ctx, userId)),
      ctx.db.delete(emailLinks).where(eq(emailLinks.userId, userId)),
      ctx.db.delete(sessions).where(eq(sessions.userId, userId)),
      mail.statement,
    ])
  } catch (error) {
    throw wasRolledBack(error) ? linkEnded() : error
  }
  await audit(ctx, 'password_reset', 'done', { userId, organizationId: null })
}
