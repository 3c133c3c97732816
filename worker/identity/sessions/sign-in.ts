import { and, eq } from 'drizzle-orm'
import { passwordHistory, users } from '#db/schema/index.ts'
import type { HashingContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { emailKey, type SignInInput } from '../../rules/auth.ts'
import { homeOf } from '../accounts/home.ts'
import { loginSucceeded, takeLoginTry } from '../limits/login-tries.ts'
import { audit } from '../log/audit.ts'
import { checkPassword, hashPassword } from '../passwords/password-hash.ts'
import { completeSignIn, passwordIs, type SignInAnswer } from './complete-sign-in.ts'

/**
 * Signs in with e-mail and password, to the organization the caller belongs to for the longest time.
 *
 * @throws DomainError `too_many`; `bad_credentials`, the same for an unknown address and for a wrong password
 */
export async function signIn(ctx: HashingContext, input: SignInInput): Promise<SignInAnswer> {
  const key = emailKey(input.email)
  const [account] = await ctx.db
    .select({ userId: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.emailKey, key))
  const counters = await takeLoginTry(ctx, { emailKey: key, userId: account?.userId ?? null })

  const check = await checkPassword(input.password, account?.passwordHash ?? null, ctx)
  if (!account?.passwordHash || check === 'wrong') {
    await audit(ctx, 'sign_in', 'refused', {
      userId: account?.userId ?? null,
      organizationId: null,
      email: input.email,
      detail: 'pwd',
    })
    throw new DomainError(
      'bad_credentials',
      'E-mail or password is not right. Please check both and try again.',
    )
  }
  await loginSucceeded(ctx, counters)
  const passwordHash =
    check === 'outdated'
      ? await hashAnew(ctx, account.userId, account.passwordHash, input.password)
      : account.passwordHash
  return completeSignIn(ctx, {
    ...(await homeOf(ctx, account.userId)),
    method: 'pwd',
    still: passwordIs(account.userId, passwordHash),
  })
}

/**
 * Replaces the compared record in the account and its history, which would no longer match once the previous secret is
 * gone. A password that was set meanwhile stays.
 */
async function hashAnew(
  ctx: HashingContext,
  userId: string,
  former: string,
  password: string,
): Promise<string> {
  const passwordHash = await hashPassword(password, ctx)
  await ctx.db.batch([
    ctx.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), eq(users.passwordHash, former))),
    ctx.db
      .update(passwordHistory)
      .set({ passwordHash })
      .where(and(eq(passwordHistory.userId, userId), eq(passwordHistory.passwordHash, former))),
  ])
  return passwordHash
}
