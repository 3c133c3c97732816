import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { sessions, userIdentities, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import type { ProviderPerson } from '../../oauth/providers/index.ts'
import { OAuthRefusal } from '../../oauth/refusal.ts'
import type { OAuthProvider } from '../../rules/oauth.ts'
import { audit } from '../log/audit.ts'
import { linkedMail } from './mails.ts'

/**
 * Adds an identity to the account whose session asked for it. The addresses need not be the same: who is signed in has
 * chosen both.
 *
 * @throws OAuthRefusal `expired` where the session has ended or its account's address is not proven; `taken` where the
 *   identity signs in to another account; `connected` where the account has another account of this provider
 */
export async function linkToSession(ctx: Context, sessionId: string, person: ProviderPerson): Promise<void> {
  const { provider, subject } = person
  const owner = await findOwner(ctx, sessionId)
  if (!owner) throw new OAuthRefusal('expired', 'the session that asked has ended')
  const mail = await linkedMail(ctx, owner.email, provider, sql`changes() = 1`)
  const [added] = await ctx.db.batch([
    ctx.db
      .insert(userIdentities)
      .select(
        ctx.db
          .select({
            provider: sql<OAuthProvider>`${provider}`.as('provider'),
            subject: sql<string>`${subject}`.as('subject'),
            userId: sessions.userId,
            email: sql<string>`${person.email ?? ''}`.as('email'),
            createdAt: sql<number>`${ctx.now()}`.as('created_at'),
          })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(mayLink(ctx, sessionId)),
      )
      .onConflictDoNothing()
      .returning({ userId: userIdentities.userId }),
    mail.statement,
  ])
  if (added.length === 0) return refuseUnlessLinked(ctx, owner.userId, person)
  await audit(ctx, 'provider_linked', 'done', {
    userId: owner.userId,
    organizationId: null,
    detail: provider,
  })
}

/** Holds while the session lives and its account's address is proven. */
function mayLink(ctx: Context, sessionId: string) {
  return and(eq(sessions.id, sessionId), gt(sessions.expiresAt, ctx.now()), isNotNull(users.emailVerifiedAt))
}

async function findOwner(ctx: Context, sessionId: string) {
  const rows = await ctx.db
    .select({ userId: users.id, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(mayLink(ctx, sessionId))
  return rows[0] ?? null
}

/** Nothing was added: fine where the identity is the owner's already. */
async function refuseUnlessLinked(
  ctx: Context,
  userId: string,
  { provider, subject }: ProviderPerson,
): Promise<void> {
  const [holder] = await ctx.db
    .select({ userId: userIdentities.userId })
    .from(userIdentities)
    .where(and(eq(userIdentities.provider, provider), eq(userIdentities.subject, subject)))
  if (holder?.userId === userId) return
  throw holder
    ? new OAuthRefusal('taken', 'the identity signs in to another account')
    : new OAuthRefusal('connected', 'the account has another account of this provider')
}
