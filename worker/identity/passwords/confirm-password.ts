import { eq } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import type { HashingContext, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { ConfirmPasswordInput } from '../../rules/auth.ts'
import { audit } from '../log/audit.ts'
import { requireCurrentPassword } from './require-current-password.ts'

/**
 * Notes that the person entered their password just now, for what asks for a recent login.
 *
 * @throws DomainError `bad_credentials` beside `password`, `too_many`; `conflict` for an account without a password
 */
export async function confirmPassword(
  ctx: SignedInContext & HashingContext,
  { password }: ConfirmPasswordInput,
): Promise<void> {
  const [account] = await ctx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, ctx.session.user.id))
  if (!account?.passwordHash) {
    const message = 'This account has no password. Please sign out and in again with your provider.'
    throw new DomainError('conflict', message)
  }
  await requireCurrentPassword(ctx, account.passwordHash, password, 'password')
  await ctx.db.update(sessions).set({ authenticatedAt: ctx.now() }).where(eq(sessions.id, ctx.session.id))
  await audit(ctx, 'password_confirmed', 'done')
}
