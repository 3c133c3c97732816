import { eq, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { emailKey, type RequestPasswordResetInput } from '../../rules/auth.ts'
import { ACCOUNT_MAILS, accountMail, requireMail } from '../accounts/mails.ts'
import { makeLink } from '../accounts/proof/email-link.ts'
import { LIMITS, requireTries } from '../limits/tries.ts'
import { audit } from '../log/audit.ts'

/**
 * Mails a link to set a new password, if the address has an account. If not, the same statements write nothing, so
 * neither the response nor its timing reveals that.
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
