import { and, eq, gt } from 'drizzle-orm'
import { accountDeletions } from '#db/schema/index.ts'
import { resumeSources } from '../businesses/source-state.ts'
import type { Context } from '../context.ts'
import { deletionOver, requireDeletion } from '../identity/accounts/deletion-link.ts'
import { ACCOUNT_MAILS, accountMail } from '../identity/accounts/mails.ts'
import { audit } from '../identity/log/audit.ts'
import { ifRolledBack, onlyIfChanged } from '../platform/all-or-nothing.ts'
import type { KeepAccountToken, PendingDeletion } from '../rules/account-deletion.ts'
import { iso } from '../rules/durations.ts'

/** The account that a link keeps, and until when. @throws DomainError `not_found` */
export async function getDeletion(ctx: Context, input: KeepAccountToken): Promise<PendingDeletion> {
  const { email, eraseAt } = await requireDeletion(ctx, input)
  return { email, eraseAt: iso(eraseAt) }
}

/**
 * Undoes the deletion of an account: its owner can sign in again, and collecting goes on. It opens no session.
 *
 * @throws DomainError `not_found`
 */
export async function keepAccount(ctx: Context, input: KeepAccountToken): Promise<void> {
  const { userId, email } = await requireDeletion(ctx, input)
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.accountKept)
  await ctx.db
    .batch([
      ctx.db
        .delete(accountDeletions)
        .where(and(eq(accountDeletions.userId, userId), gt(accountDeletions.eraseAt, ctx.now()))),
      onlyIfChanged(ctx),
      resumeSources(ctx, userId),
      mail.statement,
    ])
    .catch(ifRolledBack(deletionOver))
  await audit(ctx, 'account_kept', 'done', { userId, organizationId: null })
}
