import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { fieldError } from '../../errors.ts'
import { emailKey } from '../../rules/auth.ts'
import type { ChangeEmailInput } from '../../rules/profile.ts'
import { LIMITS, requireTry } from '../limits/tries.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin } from '../sessions/require-proof.ts'
import { ACCOUNT_MAILS, accountMail, requireMail } from './mails.ts'
import { makeLink } from './proof/email-link.ts'

/**
 * Starts a change of address. The account keeps its address until a mailed link proves the new one. Both addresses get
 * a mail. If the new one belongs to another account, its owner gets a warning instead of the link.
 *
 * @throws DomainError `recent_login_needed`, `invalid_input` beside `email`, `too_many`
 */
export async function changeEmail(ctx: SignedInContext, input: ChangeEmailInput): Promise<void> {
  requireRecentLogin(ctx)
  requireMail(ctx)
  const { id: userId, email: present } = ctx.session.user
  const key = emailKey(input.email)
  if (key === emailKey(present)) throw fieldError('invalid_input', 'email', 'This is already your address.')
  await requireTry(ctx, LIMITS.verificationMailAccount, userId)
  const [owner] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.emailKey, key))
  const link = await makeLink(ctx, { userId, purpose: 'change_email', email: input.email })
  const toNew = owner
    ? await accountMail(ctx, owner.email, ACCOUNT_MAILS.changeEmailKnown)
    : await accountMail(ctx, input.email, ACCOUNT_MAILS.changeEmail(link.url))
  const toPresent = await accountMail(ctx, present, ACCOUNT_MAILS.emailChanging)
  await ctx.db.batch([link.statement, toNew.statement, toPresent.statement])
  await audit(ctx, 'profile_changed', 'done', { detail: 'email' })
}
