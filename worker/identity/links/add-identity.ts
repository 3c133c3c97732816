import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { userIdentities, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import type { ProviderPerson } from '../../oauth/provider.ts'
import { OAUTH_PROVIDER_NAMES } from '../../rules/oauth.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'

/**
 * Adds an identity to an account whose address is proven, and informs its owner by mail.
 *
 * @param guard a further condition on the account, checked by the INSERT
 * @returns false if it wasn't added: an identity opens one account, and an account has one per provider
 */
export async function addIdentity(
  ctx: Context,
  account: { userId: string; email: string },
  { provider, subject, email }: ProviderPerson,
  guard: SQL | undefined,
): Promise<boolean> {
  const text = ACCOUNT_MAILS.providerLinked(OAUTH_PROVIDER_NAMES[provider])
  const mail = await accountMail(ctx, account.email, text, sql`changes() = 1`)
  const [added] = await ctx.db.batch([
    ctx.db
      .insert(userIdentities)
      .select(
        ctx.db
          .select({
            provider: sql<typeof provider>`${provider}`.as('provider'),
            subject: sql<string>`${subject}`.as('subject'),
            userId: users.id,
            email: sql<string>`${email ?? ''}`.as('email'),
            createdAt: sql<number>`${ctx.now()}`.as('created_at'),
          })
          .from(users)
          .where(and(eq(users.id, account.userId), isNotNull(users.emailVerifiedAt), guard)),
      )
      .onConflictDoNothing()
      .returning({ userId: userIdentities.userId }),
    mail.statement,
  ])
  return added.length > 0
}
