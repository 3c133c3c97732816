import type { Context } from '../../../context.ts'
import type { LinkToken } from '../../../rules/auth.ts'
import { audit } from '../../log/audit.ts'
import { ACCOUNT_MAILS, accountMail } from '../mails.ts'
import { linkEnded, spendLink } from './email-link.ts'
import { requireProofLink } from './proof-link.ts'

/**
 * The other door of a change of address: whoever reads the new mailbox did not ask for it. The account keeps the address
 * it has and everything else, for it is not theirs, whether somebody mistyped or meant harm; the new address belongs to
 * no account. The account's owner is told.
 *
 * @throws DomainError `not_found` for a link that has ended, or is for no change of address
 */
export async function dropAddressChange(ctx: Context, { token }: LinkToken): Promise<void> {
  const link = await requireProofLink(ctx, token)
  const { purpose, userId, email, sentTo } = link
  if (purpose !== 'change_email') throw linkEnded()
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.emailRefused())
  await spendLink(ctx, link, [mail.statement])
  await audit(ctx, 'address_refused', 'done', { userId, organizationId: null, email: sentTo })
}
