import { and, eq, exists, gt, isNotNull } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import type { ProviderPerson } from '../../oauth/provider.ts'
import { OAuthRefusal } from '../../oauth/refusal.ts'
import { audit } from '../log/audit.ts'
import { addIdentity } from './add-identity.ts'
import { findByIdentity } from './find-or-make-account.ts'

/**
 * Adds an identity to the account whose session asked for it. The addresses may differ: the signed-in person has chosen
 * both.
 *
 * @throws OAuthRefusal `expired` if the session has ended or the account's address isn't proven; `taken` if the
 * identity signs in to another account; `connected` if the account is linked to another account of this provider
 */
export async function linkToSession(ctx: Context, sessionId: string, person: ProviderPerson): Promise<void> {
  const isLive = and(eq(sessions.id, sessionId), gt(sessions.expiresAt, ctx.now()))
  const [owner] = await ctx.db
    .select({ userId: users.id, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isLive, isNotNull(users.emailVerifiedAt)))
  if (!owner) throw new OAuthRefusal('expired', 'the session that asked has ended')
  const { userId } = owner
  const isOwners = and(isLive, eq(sessions.userId, userId))
  const still = exists(ctx.db.select({ id: sessions.id }).from(sessions).where(isOwners))
  if (await addIdentity(ctx, owner, person, still)) {
    return audit(ctx, 'provider_linked', 'done', { userId, organizationId: null, detail: person.provider })
  }
  // Nothing was added, which is fine if the identity is already the owner's.
  const linked = await findByIdentity(ctx, person)
  if (linked?.userId === userId) return
  throw linked
    ? new OAuthRefusal('taken', 'the identity signs in to another account')
    : new OAuthRefusal('connected', 'the account has another account of this provider')
}
