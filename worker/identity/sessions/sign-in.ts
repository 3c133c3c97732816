import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { HashingContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { emailKey, type SignInInput } from '../../rules/auth.ts'
import { homeOf } from '../accounts/home.ts'
import { loginSucceeded, takeLoginTry } from '../limits/login-tries.ts'
import { audit } from '../log/audit.ts'
import { storeAnew } from '../passwords/new-password.ts'
import { checkPassword, hashPassword } from '../passwords/password-hash.ts'
import { completeSignIn, passwordIs, type SignInAnswer } from './complete-sign-in.ts'

const BAD_CREDENTIALS = 'That e-mail address or password is incorrect. Please check both and try again.'

/**
 * Signs in with e-mail and password, to the caller's home (`accounts/home.ts`).
 *
 * @throws DomainError `too_many`; `bad_credentials`, both for an unknown address and for a wrong password
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
    const about = { userId: account?.userId ?? null, organizationId: null, email: input.email }
    await audit(ctx, 'sign_in', 'refused', { ...about, detail: 'pwd' })
    throw new DomainError('bad_credentials', BAD_CREDENTIALS)
  }
  await loginSucceeded(ctx, counters)
  const { userId, passwordHash: former } = account
  const passwordHash = check === 'outdated' ? await hashAnew(ctx, userId, former, input.password) : former
  const still = passwordIs(userId, passwordHash)
  return completeSignIn(ctx, { ...(await homeOf(ctx, userId)), method: 'pwd', still, keep: input.keep })
}

async function hashAnew(ctx: HashingContext, userId: string, former: string, password: string) {
  const passwordHash = await hashPassword(password, ctx)
  await storeAnew(ctx, userId, former, passwordHash)
  return passwordHash
}
