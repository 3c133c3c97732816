import type { Context, HashingContext } from '../../context.ts'
import type { LinkToken, ResetPasswordInput } from '../../rules/auth.ts'
import { claimStatements, type EndCredentials } from '../accounts/claim.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { endLinks, requireLink, requirePasswordTry, spendLink } from '../accounts/proof/email-link.ts'
import { audit } from '../log/audit.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { requireGoodPassword, requireNewPassword, setPasswordStatements } from './new-password.ts'
import { hashPassword } from './password-hash.ts'

export type ResetLinkView = Awaited<ReturnType<typeof lookAtResetLink>>

/** The account whose password a link can still set, so that nobody types one in vain. @throws DomainError `not_found` */
export async function lookAtResetLink(ctx: Context, { token }: LinkToken) {
  const { email } = await requireLink(ctx, token, ['reset'])
  return { email }
}

/**
 * Sets a new password by a mailed link, once. All sessions, links and forwarding addresses of the account end. Nobody is
 * signed in by it, so a second factor is asked for as always; but this browser counts as a known one, so that the guesses
 * of strangers don't keep the new password out. The mail also proves the address: an unproven account is claimed.
 *
 * @throws DomainError `not_found` for a link that has ended, `invalid_input` beside `password`, `too_many`; none of them
 *   uses the link up
 */
export async function resetPassword(
  ctx: HashingContext,
  input: ResetPasswordInput,
  endCredentials: EndCredentials,
): Promise<void> {
  const { token, password } = input
  const link = await requireLink(ctx, token, ['reset'])
  const { userId, email, isVerified } = link
  await requireGoodPassword(ctx, password, { name: link.fullName, email })
  await requirePasswordTry(ctx, link)
  // The former passwords of an unproven account are its maker's.
  if (isVerified) await requireNewPassword(ctx, { userId, record: link.passwordHash }, password)
  const passwordHash = await hashPassword(password, ctx)
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.passwordReplaced)
  const device = await rememberDevice(ctx, userId)
  await spendLink(ctx, link, [
    ...(isVerified
      ? [
          ...setPasswordStatements(ctx, userId, passwordHash),
          ...endCredentials(ctx, userId),
          endLinks(ctx, userId),
          endSessionsOf(ctx, userId),
        ]
      : claimStatements(ctx, { userId, email, passwordHash }, endCredentials)),
    ...device.statements,
    mail.statement,
  ])
  ctx.answerHeaders.append('set-cookie', device.cookie)
  await audit(ctx, 'password_reset', 'done', { userId, organizationId: null })
}
