import type { Context, HashingContext } from '../../../context.ts'
import type { LinkToken, ResetPasswordInput } from '../../../rules/auth.ts'
import { audit } from '../../log/audit.ts'
import { requireGoodPassword } from '../../passwords/new-password.ts'
import { hashPassword } from '../../passwords/password-hash.ts'
import { rememberDevice } from '../../sessions/known-devices.ts'
import { claimStatements, type EndCredentials } from '../claim.ts'
import { ACCOUNT_MAILS, accountMail } from '../mails.ts'
import { linkEnded, requirePasswordTry, spendLink } from './email-link.ts'
import { requireProofLink } from './proof-link.ts'

/**
 * Declines an account: the mailbox owner didn't create it, and takes it over with their own password, which replaces
 * every former credential. Doesn't sign anybody in. A change of address can't be declined this way, because that
 * account belongs to somebody else: see `dropAddressChange`.
 *
 * @throws DomainError `not_found` if the link has expired or is for a change of address; `invalid_input` beside
 * `password`; `too_many`. None of them uses the link up.
 */
export async function claimByLink(
  ctx: HashingContext,
  input: ResetPasswordInput,
  endCredentials: EndCredentials,
): Promise<void> {
  const { token, password } = input
  const link = await requireProofLink(ctx, token)
  const { purpose, userId, email } = link
  if (purpose !== 'verify') throw linkEnded()
  // The stored name and former passwords belong to the account's creator, not to this person.
  await requireGoodPassword(ctx, password, { email })
  await requirePasswordTry(ctx, link)
  const passwordHash = await hashPassword(password, ctx)
  const device = await rememberDevice(ctx, userId)
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.addressClaimed)
  const claim = claimStatements(ctx, { userId, email, passwordHash }, endCredentials)
  await spendLink(ctx, link, [...claim, ...device.statements, mail.statement])
  ctx.answerHeaders.append('set-cookie', device.cookie)
  await audit(ctx, 'address_claimed', 'done', { userId, organizationId: null, email })
}

/**
 * Declines a change of address that the new mailbox's owner didn't request. The account stays as it is, and its owner
 * is notified.
 *
 * @throws DomainError `not_found` if the link has expired or isn't for a change of address
 */
export async function dropAddressChange(ctx: Context, { token }: LinkToken): Promise<void> {
  const link = await requireProofLink(ctx, token)
  const { purpose, userId, email, sentTo } = link
  if (purpose !== 'change_email') throw linkEnded()
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.emailRefused)
  await spendLink(ctx, link, [mail.statement])
  await audit(ctx, 'address_refused', 'done', { userId, organizationId: null, email: sentTo })
}
