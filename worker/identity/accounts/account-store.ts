import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { profiles, subscriptions, users } from '#db/schema/users.ts'
import type { BackgroundContext } from '../../context.ts'
import { onlyIfChanged } from '../../platform/all-or-nothing.ts'
import { emailKey } from '../../rules/auth.ts'
import { SESSION_IDLE_MS } from '../../rules/sessions.ts'

/** A person who has proven the address of an account. */
export interface Claim {
  userId: string
  email: string
  /** Null if the account can only be opened through a sign-in provider. */
  passwordHash: string | null
  /** The former name stays if this is missing or empty. */
  fullName?: string
  /** The former picture is removed in any case, because its host can see who views it. */
  avatarUrl?: string | null
}

interface NewAccount {
  userId: string
  email: string
  fullName: string
  avatarUrl?: string | null
  passwordHash?: string
  isVerified: boolean
}

/**
 * Statements that create an account with its profile, on the free plan. If two sign-ups run at once, the unique index
 * on `email_key` decides.
 */
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

export function addMissingProfile({ db, now }: BackgroundContext, userId: string, email: string) {
  const at = now()
  const profile = { id: userId, email, createdAt: at, updatedAt: at }
  return db.insert(profiles).values(profile).onConflictDoNothing()
}

/**
 * Statement that starts a new visit and keeps the start of the previous one. Sessions opened within the idle limit
 * belong to the same visit.
 */
export function beginVisit({ db, now }: BackgroundContext, userId: string | SQL) {
  return db
    .update(users)
    .set({ formerVisitAt: sql`${users.visitedAt}`, visitedAt: now() })
    .where(
      and(sql`${users.id} = ${userId}`, sql`coalesce(${users.visitedAt}, 0) <= ${now() - SESSION_IDLE_MS}`),
    )
}

/** Updates profile fields; missing fields stay. Changes nothing if another account has the username. */
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

/** Statements that record a proven address; if `condition` (on `users`) is false, the batch is rolled back. */
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
 * Statements that transfer an account with an unproven address to the person who has proven it. The batch is rolled
 * back if the address is already proven.
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

/** Statement that sets an account's password; `passwords/new-password.ts` keeps the history. */
export function storePassword({ db, now }: BackgroundContext, userId: string, passwordHash: string) {
  const at = now()
  return db
    .update(users)
    .set({ passwordHash, passwordChangedAt: at, mustChangePassword: false, updatedAt: at })
    .where(eq(users.id, userId))
}

/** Statement that stores the same password with another hash, if the stored one is still `former`. */
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
  userId: SQL
  plan: SQL
  status: SQL
}

export function recordPaidPlan({ db }: BackgroundContext, paid: PaidPlan, condition: SQL) {
  const { userId, plan, status } = paid
  return [
    db.statement(
      sql`UPDATE subscriptions SET plan_type = ${plan}, status = ${status} WHERE user_id = ${userId} AND ${condition}`,
    ),
    db.statement(sql`UPDATE profiles SET subscription_tier = ${plan} WHERE id = ${userId} AND ${condition}`),
  ] as const
}

/** Statement that deletes an account with everything that refers to it by foreign key. */
export function removeAccount({ db }: BackgroundContext, userId: string) {
  return db.delete(users).where(eq(users.id, userId))
}
