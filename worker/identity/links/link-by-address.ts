import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { userIdentities, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import type { ProviderPerson } from '../../oauth/providers/index.ts'
import { OAuthRefusal } from '../../oauth/refusal.ts'
import { emailKey } from '../../rules/auth.ts'
import { audit } from '../log/audit.ts'
import { linkedMail } from './mails.ts'

/**
 * Adds an identity to the account that has proven the same address as its provider. Whether it has, the inserting
 * statement decides.
 *
 * @throws OAuthRefusal `existing` where the account has another account of this provider
 */
export async function linkByAddress(
  ctx: Context,
  userId: string,
  person: ProviderPerson & { email: string },
): Promise<void> {
  const { provider, subject, email } = person
  const mail = await linkedMail(ctx, email, provider, sql`changes() = 1`)
  const [added] = await ctx.db.batch([
    ctx.db
      .insert(userIdentities)
      .select(
        ctx.db
          .select({
            provider: sql<typeof provider>`${provider}`.as('provider'),
            subject: sql<string>`${subject}`.as('subject'),
            userId: users.id,
            email: sql<string>`${email}`.as('email'),
            createdAt: sql<number>`${ctx.now()}`.as('created_at'),
          })
          .from(users)
          .where(
            and(eq(users.id, userId), eq(users.emailKey, emailKey(email)), isNotNull(users.emailVerifiedAt)),
          ),
      )
      .onConflictDoNothing()
      .returning({ userId: userIdentities.userId }),
    mail.statement,
  ])
  if (added.length === 0)
    throw new OAuthRefusal('existing', 'the account has another account of this provider')
  await audit(ctx, 'provider_linked', 'done', { userId, organizationId: null, email, detail: provider })
}
