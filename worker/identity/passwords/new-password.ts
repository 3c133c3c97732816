import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { mfaChallenges, passwordHistory, users } from '#db/schema/index.ts'
import type { Context, HashingContext } from '../../context.ts'
import { fieldError } from '../../errors.ts'
import { COMMON_PASSWORD_FEEDBACK, type PasswordOwner, scorePassword } from '../../rules/passwords.ts'
import { isBlockedPassword } from './blocklist.ts'
import { verifyPassword } from './password-hash.ts'

/** The last passwords of an account that must not come back. */
const HISTORY_LENGTH = 5

const USED_BEFORE = 'You have used this password before. Choose one that is new.'

/**
 * Refuses a new password that does not meet the policy or is on the blocklist.
 *
 * @param lead begins the message, where a screen wants it to
 * @throws DomainError `invalid_input` with the specified sentences beside `password`
 */
export function requireGoodPassword(password: string, owner: PasswordOwner, lead = ''): void {
  const { feedback } = scorePassword(password, owner)
  if (isBlockedPassword(password) && !feedback.includes(COMMON_PASSWORD_FEEDBACK)) {
    feedback.push(COMMON_PASSWORD_FEEDBACK)
  }
  if (feedback.length === 0) return
  throw fieldError('invalid_input', 'password', `${lead}${feedback.join(', ')}`)
}

interface PresentPassword {
  userId: string
  /** Null for an account without a password. */
  record: string | null
  /** As it was just entered, and found right. */
  password?: string
}

/**
 * Refuses one of the account's last five passwords. Each of them costs a hash, but the present one where it was entered.
 *
 * @param lead begins the message, where a screen wants it to
 * @throws DomainError `invalid_input` beside `password`
 */
export async function requireNewPassword(
  ctx: HashingContext,
  present: PresentPassword,
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
  // An account may have got its present password from somewhere else than a procedure of ours.
  const records = new Set([...(present.record ? [present.record] : []), ...rows.map(({ record }) => record)])
  const lastFive = [...records].slice(0, HISTORY_LENGTH)
  for (const record of lastFive) {
    if (record === present.record && present.password !== undefined) continue
    if (await verifyPassword(password, record, ctx)) throw usedBefore
  }
}

/**
 * The statements that give an account a password and keep the last five on record. The one it had until now goes on record
 * too, where it is not yet: an account may have got it from somewhere else than a procedure of ours.
 */
export function setPasswordStatements(ctx: Context, userId: string, passwordHash: string) {
  const now = ctx.now()
  const kept = ctx.db
    .select({ id: passwordHistory.id })
    .from(passwordHistory)
    .where(eq(passwordHistory.userId, userId))
    .orderBy(desc(passwordHistory.createdAt), desc(passwordHistory.id))
    .limit(HISTORY_LENGTH)
  const keepFormer = statement(
    ctx.db,
    sql`
    INSERT INTO password_history (id, user_id, password_hash, created_at)
    SELECT ${ctx.createId()}, id, password_hash, coalesce(password_changed_at, created_at) FROM users
    WHERE id = ${userId} AND password_hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM password_history AS known
      WHERE known.user_id = users.id AND known.password_hash = users.password_hash)`,
  )
  return [
    keepFormer,
    ctx.db
      .update(users)
      .set({ passwordHash, passwordChangedAt: now, mustChangePassword: false, updatedAt: now })
      .where(eq(users.id, userId)),
    ctx.db.insert(passwordHistory).values({ id: ctx.createId(), userId, passwordHash, createdAt: now }),
    ctx.db
      .delete(passwordHistory)
      .where(and(eq(passwordHistory.userId, userId), notInArray(passwordHistory.id, kept))),
    // Whoever proved the password before this one and has not entered a code yet begins again.
    ctx.db.delete(mfaChallenges).where(eq(mfaChallenges.userId, userId)),
  ] as const
}
