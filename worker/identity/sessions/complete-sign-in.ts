import { and, eq, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { accountDeletions, organizationUsers, userIdentities, users } from '#db/schema/index.ts'
import type { Context, HashingContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { ProviderPerson } from '../../oauth/provider.ts'
import { ifRolledBack, onlyWhile } from '../../platform/all-or-nothing.ts'
import { emailKey, type SignInInput } from '../../rules/auth.ts'
import { keepAccountPath } from '../accounts/deletion-link.ts'
import { homeOf } from '../accounts/home.ts'
import { openChallenge } from '../factors/challenge.ts'
import { hasSecondFactor } from '../factors/stored-factor.ts'
import { loginSucceeded, takeLoginTry } from '../limits/sign-in-tries.ts'
import { audit } from '../log/audit.ts'
import { storeAnew } from '../passwords/new-password.ts'
import { checkPassword, hashPassword } from '../passwords/password-hash.ts'
import { rememberDevice } from './known-devices.ts'
import { keptUntil, openSession } from './session-store.ts'

export interface SignInAnswer {
  user: { id: string; email: string; role: string }
  aal: 'aal1' | 'aal2'
  /** `aal2` if a second factor is needed before a session opens. */
  nextLevel: 'aal1' | 'aal2'
  /** Set if the account is about to be erased: the page where this can be undone. No session was opened. */
  keepAt?: string
}

interface FirstFactor {
  userId: string
  organizationId: string
  method: 'pwd' | 'oauth'
  /** True if this device stays signed in. */
  keep?: boolean
  /** Condition that the proof is still valid when the session opens: the account may be claimed meanwhile. */
  still: SQL
}

export function passwordIs(userId: string, passwordHash: string | null): SQL {
  return sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.id} = ${userId} AND ${users.passwordHash} IS ${passwordHash})`
}

export function identityIs(userId: string, { provider, subject }: ProviderPerson): SQL {
  return sql`EXISTS (SELECT 1 FROM ${userIdentities} WHERE ${userIdentities.userId} = ${userId}
    AND ${userIdentities.provider} = ${provider} AND ${userIdentities.subject} = ${subject})`
}

/**
 * Completes every sign-in after the first factor: opens a session, or a challenge for the second factor. An account
 * that is about to be erased only gets the page where this can be undone.
 *
 * @throws DomainError `not_signed_in` if the account has left the organization, or if the proof is no longer valid
 */
export async function completeSignIn(ctx: Context, proven: FirstFactor): Promise<SignInAnswer> {
  const { userId, organizationId, method, still, keep = false } = proven
  const isMember = and(
    eq(organizationUsers.userId, users.id),
    eq(organizationUsers.organizationId, organizationId),
    eq(organizationUsers.isActive, true),
  )
  const [account] = await ctx.db
    .select({
      user: { id: users.id, email: users.email, role: organizationUsers.role },
      deletion: columns(accountDeletions, 'userId', 'requestedAt'),
    })
    .from(users)
    .innerJoin(organizationUsers, isMember)
    .leftJoin(accountDeletions, eq(accountDeletions.userId, users.id))
    .where(eq(users.id, userId))
  if (!account) throw new DomainError('not_signed_in', 'Please sign in to continue.')
  const { user, deletion } = account
  if (deletion)
    return { user, aal: 'aal1', nextLevel: 'aal1', keepAt: keepAccountPath(ctx.settings, deletion) }
  if (await hasSecondFactor(ctx, userId)) {
    await openChallenge(ctx, { userId, organizationId, amr: [method], keep }, still).catch(refuseIfChanged)
    return { user, aal: 'aal1', nextLevel: 'aal2' }
  }
  const keepUntil = keep ? keptUntil(ctx) : null
  const session = await openSession(ctx, { userId, organizationId, aal: 'aal1', amr: [method], keepUntil })
  // Only for passwords: provider sign-ins can't be locked out by strangers' guesses.
  const device = method === 'pwd' ? await rememberDevice(ctx, userId) : null
  await ctx.db
    .batch([onlyWhile(ctx, still), ...session.statements, ...(device?.statements ?? [])])
    .catch(refuseIfChanged)
  for (const cookie of session.cookies) ctx.answerHeaders.append('set-cookie', cookie)
  if (device) ctx.answerHeaders.append('set-cookie', device.cookie)
  await audit(ctx, 'sign_in', 'done', { userId, organizationId, detail: method })
  return { user, aal: 'aal1', nextLevel: 'aal1' }
}

const refuseIfChanged = ifRolledBack(
  () => new DomainError('not_signed_in', 'This account has just been changed. Please sign in again.'),
)

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
