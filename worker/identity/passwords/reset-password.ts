import { eq, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { users } from '#db/schema/index.ts'
import type { Context, HashingContext } from '../../context.ts'
import {
  emailKey,
  type LinkToken,
  type RequestPasswordResetInput,
  type ResetPasswordInput,
} from '../../rules/auth.ts'
import { claimStatements, type EndCredentials } from '../accounts/claim.ts'
import { endLinks, makeLink, requireLink, requirePasswordTry, spendLink } from '../accounts/email-link.ts'
import { ACCOUNT_MAILS, accountMail, requireMail } from '../accounts/mails.ts'
import { LIMITS, requireTries } from '../limits/tries.ts'
import { audit } from '../log/audit.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { requireGoodPassword, requireNewPassword, setPasswordStatements } from './new-password.ts'
import { hashPassword } from './password-hash.ts'

export type ResetLinkView = Awaited<ReturnType<typeof lookAtResetLink>>

/** Checks a password link before its form is shown. @throws DomainError `not_found` */
export async function lookAtResetLink(ctx: Context, { token }: LinkToken) {
  const { email } = await requireLink(ctx, token, ['reset'])
  return { email }
}

/**
 * Sets a new password by a mailed link, once. All sessions, links and forwarding addresses of the account end. Doesn't
 * sign in, so a second factor is still required; but this browser becomes a known device, so that strangers' guesses
 * can't lock the new password out. The mail also proves the address: an unproven account is claimed.
 *
 * @throws DomainError `not_found` if the link has expired, `invalid_input` for `password`, `too_many`; none of them
 * uses the link up
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
  // An unproven account's former passwords belong to its creator.
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

/**
 * Mails a link to set a new password, if the address has an account. If it has none, the same statements write
 * nothing, so neither the response nor its timing reveals whether there is an account.
 *
 * @throws DomainError `too_many` beyond 3 an hour for an address, 10 for a network; unknown addresses count too
 */
export async function requestPasswordReset(ctx: Context, input: RequestPasswordResetInput): Promise<void> {
  const key = emailKey(input.email)
  requireMail(ctx)
  await requireTries(ctx, [
    { limit: LIMITS.resetPrefix, key: ctx.network.prefix },
    { limit: LIMITS.resetAccount, key },
  ])
  const [account] = await ctx.db
    .select(columns(users, 'id', 'email'))
    .from(users)
    .where(eq(users.emailKey, key))
  const isKnown = account !== undefined
  const { id: userId, email } = account ?? { id: ctx.createId(), email: input.email }
  const link = await makeLink(ctx, { userId, purpose: 'reset', email }, isKnown)
  // Send to the stored address: the typed one may differ by more than case.
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.passwordReset(link.url), sql`${isKnown ? 1 : 0}`)
  await ctx.db.batch([link.statement, mail.statement])
  const about = { userId: account?.id ?? null, organizationId: null, email: input.email }
  await audit(ctx, 'password_reset_requested', 'done', about)
}
