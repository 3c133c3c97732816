import type { HashingContext } from '../../../context.ts'
import type { ResetPasswordInput } from '../../../rules/auth.ts'
import { LIMITS, requireTries } from '../../limits/tries.ts'
import { audit } from '../../log/audit.ts'
import { requireGoodPassword } from '../../passwords/new-password.ts'
import { hashPassword } from '../../passwords/password-hash.ts'
import { rememberDevice } from '../../sessions/known-devices.ts'
import { claimStatements } from '../claim.ts'
import { ACCOUNT_MAILS, accountMail } from '../mails.ts'
import { linkEnded, spendLink } from './email-link.ts'
import { requireProofLink } from './proof-link.ts'

/**
 * The other door of a link that proves an address: whoever reads the mailbox did not make the account, and it is theirs,
 * with a password of their own in place of every way into it from before. Nobody is signed in by it.
 *
 * Only where the account was made with this address. Where an account merely wants it in place of its own, it belongs to
 * somebody else, and `dropAddressChange` is the door.
 *
 * @throws DomainError `not_found` for a link that has ended, or is for a change of address; `invalid_input` beside
 *   `password`; `too_many`. None of them uses the link up.
 */
export async function claimByLink(
  ctx: HashingContext,
  { token, password }: ResetPasswordInput,
): Promise<void> {
  const link = await requireProofLink(ctx, token)
  const { purpose, tokenHash, userId, email } = link
  if (purpose !== 'verify') throw linkEnded()
  // Neither the maker's name nor their former passwords say anything about this person's.
  requireGoodPassword(password, { email })
  await requireTries(ctx, [
    { limit: LIMITS.resetLink, key: tokenHash },
    { limit: LIMITS.resetLinkPrefix, key: ctx.network.prefix },
  ])
  const passwordHash = await hashPassword(password, ctx)
  const device = await rememberDevice(ctx, userId)
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.addressClaimed())
  await spendLink(ctx, link, [
    ...claimStatements(ctx, { userId, email, passwordHash }),
    ...device.statements,
    mail.statement,
  ])
  ctx.answerHeaders.append('set-cookie', device.cookie)
  await audit(ctx, 'address_claimed', 'done', { userId, organizationId: null, email })
}
