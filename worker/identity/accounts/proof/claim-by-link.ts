import { eq } from 'drizzle-orm'
import { emailLinks } from '#db/schema/index.ts'
import type { HashingContext } from '../../../context.ts'
import { onlyIfChanged, wasRolledBack } from '../../../platform/all-or-nothing.ts'
import type { ResetPasswordInput } from '../../../rules/auth.ts'
import { LIMITS, requireAttempts } from '../../limits/limits.ts'
import { audit } from '../../log/audit.ts'
import { hashPassword } from '../../passwords/password-hash.ts'
import { requireGoodPassword } from '../../passwords/require-good-password.ts'
import { rememberDevice } from '../../sessions/remember-device.ts'
import { claimStatements } from '../claim.ts'
import { ACCOUNT_MAILS, accountMail } from '../mails.ts'
import { linkEnded } from './find-link.ts'
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
  const { purpose, tokenHash, userId, email } = await requireProofLink(ctx, token)
  if (purpose !== 'verify') throw linkEnded()
  // Neither the maker's name nor their former passwords say anything about this person's.
  requireGoodPassword(password, { email })
  await requireAttempts(ctx, [
    { limit: LIMITS.resetLink, key: tokenHash },
    { limit: LIMITS.resetLinkPrefix, key: ctx.network.prefix },
  ])
  const passwordHash = await hashPassword(password, ctx)
  const device = await rememberDevice(ctx, userId)
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.addressClaimed())
  try {
    await ctx.db.batch([
      ctx.db.delete(emailLinks).where(eq(emailLinks.tokenHash, tokenHash)),
      onlyIfChanged(ctx),
      ...claimStatements(ctx, { userId, email, passwordHash }),
      ...device.statements,
      mail.statement,
    ])
  } catch (error) {
    throw wasRolledBack(error) ? linkEnded() : error
  }
  ctx.answerHeaders.append('set-cookie', device.cookie)
  await audit(ctx, 'address_claimed', 'done', { userId, organizationId: null, email })
}
