import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { passwordHistory } from '#db/schema/index.ts'
import type { Context, HashingContext } from '../../context.ts'
import { fieldError } from '../../errors.ts'
import { COMMON_PASSWORD_FEEDBACK, type PasswordOwner, scorePassword } from '../../rules/passwords.ts'
import { replacePasswordHash, storePassword } from '../accounts/account-store.ts'
import { endChallengesOf } from '../factors/challenge.ts'
import { isBlockedPassword, readBlocklist } from './blocklist.ts'
import { verifyPassword } from './password-hash.ts'

const HISTORY_LENGTH = 5

const USED_BEFORE = 'You have used this password before. Choose a different one.'

/**
 * Refuses a new password that violates the policy or is on the blocklist.
 *
 * @param lead begins the message
 * @throws DomainError `invalid_input` for `password`, with the specification's texts as message; `unavailable`
 */
export async function requireGoodPassword(
  ctx: HashingContext,
  password: string,
  owner: PasswordOwner,
  lead = '',
): Promise<void> {
  const { feedback } = scorePassword(password, owner)
  if (isBlockedPassword(await readBlocklist(ctx), password) && !feedback.includes(COMMON_PASSWORD_FEEDBACK)) {
    feedback.push(COMMON_PASSWORD_FEEDBACK)
  }
  if (feedback.length === 0) return
  throw fieldError('invalid_input', 'password', `${lead}${feedback.join(', ')}`)
}

/**
 * Refuses the account's last five passwords. Each comparison costs a hash, except for the current password if it was
 * just entered.
 *
 * @param present.record null for an account without a password
 * @param present.password as just entered and verified
 * @param lead begins the message
 * @throws DomainError `invalid_input` for `password`
 */
export async function requireNewPassword(
  ctx: HashingContext,
  present: { userId: string; record: string | null; password?: string },
  password: string,
  lead = '',
): Promise<void> {
  const usedBefore = fieldError('invalid_input', 'password', `${lead}${USED_BEFORE}`)
  if (present.password?.normalize('NFKC') === password.normalize('NFKC')) throw usedBefore
  const rows = await ctx.db
    .select({ record: passwordHistory.passwordHash })
    .from(passwordHistory)
    .where(eq(passwordHistory.userId, present.userId))
    .orderBy(desc(passwordHistory.createdAt), desc(passwordHistory.id))
    .limit(HISTORY_LENGTH)
  // The current password may be missing from the history if an operator set it.
  const records = new Set([...(present.record ? [present.record] : []), ...rows.map(({ record }) => record)])
  const lastFive = [...records].slice(0, HISTORY_LENGTH)
  for (const record of lastFive) {
    if (record === present.record && present.password !== undefined) continue
    if (await verifyPassword(password, record, ctx)) throw usedBefore
  }
}

/**
 * Statements that set an account's password and keep its last five. The current one is recorded first if it is missing:
 * an operator may have set it.
 */
export function setPasswordStatements(ctx: Context, userId: string, passwordHash: string) {
  const own = eq(passwordHistory.userId, userId)
  const kept = ctx.db
    .select({ id: passwordHistory.id })
    .from(passwordHistory)
    .where(own)
    .orderBy(desc(passwordHistory.createdAt), desc(passwordHistory.id))
    .limit(HISTORY_LENGTH)
  const keepFormer = ctx.db.statement(sql`
    INSERT INTO password_history (id, user_id, password_hash, created_at)
    SELECT ${ctx.createId()}, id, password_hash, coalesce(password_changed_at, created_at) FROM users
    WHERE id = ${userId} AND password_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM password_history AS known
      WHERE known.user_id = users.id AND known.password_hash = users.password_hash)`)
  return [
    keepFormer,
    storePassword(ctx, userId, passwordHash),
    recordPassword(ctx, userId, passwordHash),
    ctx.db.delete(passwordHistory).where(and(own, notInArray(passwordHistory.id, kept))),
    // Sign-ins that passed with the former password but haven't entered a code start over.
    endChallengesOf(ctx, userId),
  ] as const
}

export function recordPassword(ctx: Context, userId: string, passwordHash: string) {
  const row = { id: ctx.createId(), userId, passwordHash, createdAt: ctx.now() }
  return ctx.db.insert(passwordHistory).values(row)
}

/**
 * Replaces the hash of the current password in the account and its history, because the former hash would no longer
 * match once the previous secret is gone. Skipped if the password was changed meanwhile.
 */
export async function storeAnew(
  ctx: Context,
  userId: string,
  former: string,
  passwordHash: string,
): Promise<void> {
  const isRecorded = and(eq(passwordHistory.userId, userId), eq(passwordHistory.passwordHash, former))
  await ctx.db.batch([
    replacePasswordHash(ctx, userId, former, passwordHash),
    ctx.db.update(passwordHistory).set({ passwordHash }).where(isRecorded),
  ])
}

/** Statement that clears the password history, because the former passwords were somebody else's. */
export function forgetPasswords(ctx: Context, userId: string) {
  return ctx.db.delete(passwordHistory).where(eq(passwordHistory.userId, userId))
}
