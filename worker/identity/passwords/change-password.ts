import { ne } from 'drizzle-orm'
import { emailLinks } from '#db/schema/index.ts'
import type { HashingContext, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { ifRolledBack, onlyWhile } from '../../platform/all-or-nothing.ts'
import type { ChangePasswordInput } from '../../rules/auth.ts'
import { PASSWORD_REQUIREMENTS_NOT_MET } from '../../rules/passwords.ts'
import { endLinks } from '../accounts/email-link.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { audit } from '../log/audit.ts'
import { passwordIs } from '../sessions/complete-sign-in.ts'
import { requireRecentLogin } from '../sessions/require-proof.ts'
import { endSessionsOf, openSession } from '../sessions/session-store.ts'
import { passwordQuery, requireCurrentPassword } from './confirm-password.ts'
import { requireGoodPassword, requireNewPassword, setPasswordStatements } from './new-password.ts'
import { hashPassword } from './password-hash.ts'

const CHANGED_ELSEWHERE = 'The password was changed in another place meanwhile. Please sign in again.'

/**
 * Changes the caller's password, or sets the first one. This session gets a new token; all other sessions and all links
 * to set a password end.
 *
 * @throws DomainError `bad_credentials` for `current`, `too_many`, `invalid_input` for `password`,
 * `recent_login_needed` if there is no current password to enter
 */
export async function changePassword(ctx: SignedInContext & HashingContext, input: ChangePasswordInput) {
  const { current, password } = input
  const { user, organization, aal, amr, factorAt } = ctx.session
  const [account] = await passwordQuery(ctx)
  if (!account) throw new DomainError('not_signed_in', 'Please sign in to continue.')
  const { passwordHash: former } = account
  const owner = { name: user.fullName, email: user.email }
  await requireGoodPassword(ctx, password, owner, PASSWORD_REQUIREMENTS_NOT_MET)
  if (former === null) requireRecentLogin(ctx)
  else await requireCurrentPassword(ctx, former, current, 'current')
  const present = { userId: user.id, record: former, ...(former !== null && { password: current }) }
  await requireNewPassword(ctx, present, password, PASSWORD_REQUIREMENTS_NOT_MET)
  const passwordHash = await hashPassword(password, ctx)
  const mail = await accountMail(ctx, user.email, ACCOUNT_MAILS.passwordChanged)
  const place = { userId: user.id, organizationId: organization.id }
  const session = await openSession(ctx, { ...place, aal, amr, factorAt })
  await ctx.db
    .batch([
      // Store the new password only if the current one hasn't changed since it was entered.
      onlyWhile(ctx, passwordIs(user.id, former)),
      ...setPasswordStatements(ctx, user.id, passwordHash),
      endLinks(ctx, user.id, ne(emailLinks.purpose, 'verify')),
      endSessionsOf(ctx, user.id),
      ...session.statements,
      mail.statement,
    ])
    .catch(ifRolledBack(() => new DomainError('conflict', CHANGED_ELSEWHERE)))
  for (const cookie of session.cookies) ctx.answerHeaders.append('set-cookie', cookie)
  await audit(ctx, 'password_changed', 'done')
}
