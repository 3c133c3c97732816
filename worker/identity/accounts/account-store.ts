import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { profiles, subscriptions, users } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { onlyIfChanged } from '../../platform/all-or-nothing.ts'
import { emailKey } from '../../rules/auth.ts'

/** The person who has proven the address of an account. */
export interface Claim {
  userId: string
  email: string
  /** Null where only a provider opens the account from now on. */
  passwordHash: string | null
  /** The former name stays where this is left out or empty. */
  fullName?: string
  /** The former picture goes in any case: whoever hosts it sees who looks at it. */
  avatarUrl?: string | null
}

interface NewAccount {
  userId: string
  email: string
  fullName: string
  avatarUrl?: string | null
  /** Left out where only a provider opens the account. */
  passwordHash?: string
  /** Whether the address is proven already. */
  isVerified: boolean
}

/** The statements that make an account with its profile, on the free plan. The unique index on `email_key` decides between two at once. */
export function addAccount({ db, now }: BackgroundContext, account: NewAccount) {
  const { userId, email, fullName, avatarUrl, passwordHash, isVerified } = account
  const at = now()
  const row = { id: userId, email, createdAt: at, updatedAt: at }
  return [
    db.insert(users).values({
      ...row,
      emailKey: emailKey(email),
      ...(isVerified && { emailVerifiedAt: at }),
      ...(passwordHash !== undefined && { passwordHash, passwordChangedAt: at }),
    }),
    db.insert(profiles).values({ ...row, fullName, avatarUrl }),
    db.insert(subscriptions).values({ userId, createdAt: at }),
  ] as const
}

/** The statement that gives an account a profile where it has none. */
export function addMissingProfile({ db, now }: BackgroundContext, userId: string, email: string) {
  const at = now()
  const profile = { id: userId, email, createdAt: at, updatedAt: at }
  return db.insert(profiles).values(profile).onConflictDoNothing()
}

/** What a person changes of their profile: fields that are left out stay. Changes nothing where the username is another's. */
export function changeProfile(
  { db, now }: BackgroundContext,
  userId: string,
  change: Partial<Pick<typeof profiles.$inferInsert, 'email' | 'fullName' | 'avatarUrl' | 'username'>>,
) {
  const { username = null } = change
  const isFree = sql`NOT EXISTS (SELECT 1 FROM profiles AS other
    WHERE lower(other.username) = lower(${username}) AND other.username IS NOT NULL AND other.id <> ${userId})`
  return db
    .update(profiles)
    .set({ ...change, updatedAt: now() })
    .where(and(eq(profiles.id, userId), username === null ? undefined : isFree))
}

/** The statements that record a proven address, under a condition on `users`; a batch is rolled back where that is false. */
export function recordProof(ctx: BackgroundContext, userId: string, email: string, condition?: SQL) {
  const now = ctx.now()
  return [
    ctx.db
      .update(users)
      .set({ email, emailKey: emailKey(email), emailVerifiedAt: now, updatedAt: now })
      .where(and(eq(users.id, userId), condition)),
    onlyIfChanged(ctx),
    changeProfile(ctx, userId, { email }),
  ] as const
}

/**
 * The statements that give an account with an unproven address to the person who has proven it; the batch is rolled back
 * where the address is proven already. `identity/accounts/claim.ts` has the rest.
 */
export function takeOver(ctx: BackgroundContext, claim: Claim) {
  const { userId, email, passwordHash, fullName, avatarUrl = null } = claim
  const now = ctx.now()
  return [
    ctx.db
      .update(users)
      .set({
        email,
        emailVerifiedAt: now,
        passwordHash,
        passwordChangedAt: now,
        mustChangePassword: false,
        updatedAt: now,
      })
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt))),
    onlyIfChanged(ctx),
    changeProfile(ctx, userId, { email, fullName: fullName || undefined, avatarUrl, username: null }),
  ] as const
}

/** The statement that gives an account a password; `passwords/new-password.ts` keeps its history. */
export function storePassword({ db, now }: BackgroundContext, userId: string, passwordHash: string) {
  const at = now()
  return db
    .update(users)
    .set({ passwordHash, passwordChangedAt: at, mustChangePassword: false, updatedAt: at })
    .where(eq(users.id, userId))
}

/** The statement that stores the same password in another form, where it still is the `former` one. */
export function replacePasswordHash(
  { db }: BackgroundContext,
  userId: string,
  former: string,
  passwordHash: string,
) {
  return db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), eq(users.passwordHash, former)))
}

interface PaidPlan {
  /** Whoever pays. */
  userId: SQL
  plan: SQL
  status: SQL
}

/** The statements that show a person which plan they pay for, under a condition. */
export function recordPaidPlan({ db }: BackgroundContext, paid: PaidPlan, condition: SQL) {
  const { userId, plan, status } = paid
  return [
    db.statement(
      sql`UPDATE subscriptions SET plan_type = ${plan}, status = ${status} WHERE user_id = ${userId} AND ${condition}`,
    ),
    db.statement(sql`UPDATE profiles SET subscription_tier = ${plan} WHERE id = ${userId} AND ${condition}`),
  ] as const
}

/** The statement that deletes an account with all that hangs on it by foreign keys. */
export function removeAccount({ db }: BackgroundContext, userId: string) {
  return db.delete(users).where(eq(users.id, userId))
}
