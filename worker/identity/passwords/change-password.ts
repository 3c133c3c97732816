import { and, eq, sql } from 'drizzle-orm'
import { emailLinks, sessions, users } from '#db/schema/index.ts'
import type { HashingContext, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { ifRolledBack, onlyIfChanged } from '../../platform/all-or-nothing.ts'
import type { ChangePasswordInput } from '../../rules/auth.ts'
import { PASSWORD_REQUIREMENTS_NOT_MET } from '../../rules/passwords.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { audit } from '../log/audit.ts'
import { openSession } from '../sessions/open-session.ts'
import { requireRecentLogin } from '../sessions/recent-login.ts'
import { requireCurrentPassword } from './confirm-password.ts'
import { requireGoodPassword, requireNewPassword, setPasswordStatements } from './new-password.ts'
import { hashPassword } from './password-hash.ts'

/**
 * Changes the caller's password, or sets the first one. This session gets a new token; all others end, and so do links
 * to set a password.
 *
 * @throws DomainError `bad_credentials` beside `current`, `too_many`, `invalid_input` beside `password`,
 *   `recent_login_needed` where there is no current password to enter
 */
export async function changePassword(
  ctx: SignedInContext & HashingContext,
  { current, password }: ChangePasswordInput,
): Promise<void> {
  const { user, organization, aal, amr, factorAt } = ctx.session
  const [account] = await ctx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, user.id))
  if (!account) throw new DomainError('not_signed_in', 'Please sign in to continue.')
  const { passwordHash: former } = account
  const owner = { name: user.fullName, email: user.email }
  requireGoodPassword(password, owner, PASSWORD_REQUIREMENTS_NOT_MET)
  if (former === null) requireRecentLogin(ctx)
  else await requireCurrentPassword(ctx, former, current, 'current')
  const present = { userId: user.id, record: former, ...(former !== null && { password: current }) }
  await requireNewPassword(ctx, present, password, PASSWORD_REQUIREMENTS_NOT_MET)
  const passwordHash = await hashPassword(password, ctx)
  const mail = await accountMail(ctx, user.email, ACCOUNT_MAILS.passwordChanged)
  const session = await openSession(ctx, {
    userId: user.id,
    organizationId: organization.id,
    aal,
    amr,
    factorAt,
  })
  await ctx.db
    .batch([
      // Only where the password is still the one that was entered.
      ctx.db
        .update(users)
        .set({ updatedAt: ctx.now() })
        .where(and(eq(users.id, user.id), sql`${users.passwordHash} IS ${former}`)),
      onlyIfChanged(ctx),
      ...setPasswordStatements(ctx, user.id, passwordHash),
      ctx.db
        .delete(emailLinks)
        .where(and(eq(emailLinks.userId, user.id), sql`${emailLinks.purpose} <> 'verify'`)),
      ctx.db.delete(sessions).where(eq(sessions.userId, user.id)),
      ...session.statements,
      mail.statement,
    ])
    .catch(
      ifRolledBack(
        () =>
          new DomainError(
            'conflict',
            'The password was changed in another place meanwhile. Please sign in again.',
          ),
      ),
    )
  ctx.answerHeaders.append('set-cookie', session.cookie)
  await audit(ctx, 'password_changed', 'done')
}
