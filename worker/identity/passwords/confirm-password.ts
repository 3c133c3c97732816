import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { HashingContext, SignedInContext } from '../../context.ts'
import { DomainError, fieldError } from '../../errors.ts'
import { offeredProviders } from '../../oauth/clients.ts'
import { type ConfirmPasswordInput, emailKey } from '../../rules/auth.ts'
import type { OAuthProvider } from '../../rules/oauth.ts'
import { loginSucceeded, takeLoginTry } from '../limits/sign-in-tries.ts'
import { identitiesQuery } from '../links/identity-links.ts'
import { audit } from '../log/audit.ts'
import { recordLogin } from '../sessions/session-store.ts'
import { verifyPassword } from './password-hash.ts'

const NO_PASSWORD = 'This account has no password. Please log out, and sign in again with your provider.'

export function passwordQuery({ db, session }: SignedInContext) {
  return db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, session.user.id))
}

/**
 * Checks the caller's password and records the time, for actions that need a recent login.
 *
 * @throws DomainError `bad_credentials` for `password`, `too_many`; `conflict` for an account without a password
 */
export async function confirmPassword(ctx: SignedInContext & HashingContext, input: ConfirmPasswordInput) {
  const [account] = await passwordQuery(ctx)
  if (!account?.passwordHash) throw new DomainError('conflict', NO_PASSWORD)
  await requireCurrentPassword(ctx, account.passwordHash, input.password, 'password')
  await recordLogin(ctx, ctx.session.id)
  await audit(ctx, 'password_confirmed', 'done')
}

/**
 * Checks the caller's password under the limits of a login, so that a stolen session can't guess it.
 *
 * @param field form field that the error belongs to
 * @throws DomainError `bad_credentials` for the field, `too_many`
 */
export async function requireCurrentPassword(
  ctx: SignedInContext & HashingContext,
  record: string,
  password: string,
  field: string,
): Promise<void> {
  const { id: userId, email } = ctx.session.user
  const counters = await takeLoginTry(ctx, { emailKey: emailKey(email), userId })
  if (!(await verifyPassword(password, record, ctx))) {
    await audit(ctx, 'password_confirmed', 'refused')
    throw fieldError('bad_credentials', field, 'This is not your current password.')
  }
  await loginSucceeded(ctx, counters)
}

export type Confirmation =
  | { by: 'code' }
  | { by: 'password' }
  /** Linked providers that are switched on; empty if only a mailed link opens the account. */
  | { by: 'provider'; providers: OAuthProvider[] }

/** The strongest credential of the caller's account. */
export async function howToConfirm(ctx: SignedInContext): Promise<Confirmation> {
  if (ctx.session.nextLevel === 'aal2') return { by: 'code' }
  const [[account], identities] = await ctx.db.batch([passwordQuery(ctx), identitiesQuery(ctx)])
  if (account?.passwordHash) return { by: 'password' }
  const offered = offeredProviders(ctx.settings)
  return {
    by: 'provider',
    providers: offered.filter((name) => identities.some((one) => one.provider === name)),
  }
}
