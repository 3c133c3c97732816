import { and, eq } from 'drizzle-orm'
import { organizationUsers, users } from '#db/schema/index.ts'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { audit } from './audit.ts'
import { openChallenge } from './mfa/challenge.ts'
import { hasSecondFactor } from './mfa/find-factor.ts'
import { openSession } from './open-session.ts'

export interface SignInAnswer {
  user: { id: string; email: string; role: string }
  aal: 'aal1' | 'aal2'
  /** `aal2` where a second factor has to be entered before there is a session. */
  nextLevel: 'aal1' | 'aal2'
}

/** Who has proven a first factor, and how. */
export interface FirstFactor {
  userId: string
  organizationId: string
  method: 'pwd' | 'oauth'
}

/**
 * What every way of signing in ends with once the first factor is proven.
 *
 * @throws DomainError `not_signed_in` when the account has left the organization meanwhile
 */
export async function completeSignIn(
  ctx: Context,
  { userId, organizationId, method }: FirstFactor,
): Promise<SignInAnswer> {
  const [user] = await ctx.db
    .select({ id: users.id, email: users.email, role: organizationUsers.role })
    .from(users)
    .innerJoin(
      organizationUsers,
      and(
        eq(organizationUsers.userId, users.id),
        eq(organizationUsers.organizationId, organizationId),
        eq(organizationUsers.isActive, true),
      ),
    )
    .where(eq(users.id, userId))
  if (!user) throw new DomainError('not_signed_in', 'Please sign in to continue.')
  if (await hasSecondFactor(ctx, userId)) {
    await openChallenge(ctx, { userId, organizationId, amr: [method] })
    return { user, aal: 'aal1', nextLevel: 'aal2' }
  }
  const session = await openSession(ctx, { userId, organizationId, aal: 'aal1', amr: [method] })
  await ctx.db.batch(session.statements)
  ctx.answerHeaders.append('set-cookie', session.cookie)
  await audit(ctx, 'sign_in', 'done', { userId, organizationId, detail: method })
  return { user, aal: 'aal1', nextLevel: 'aal1' }
}
