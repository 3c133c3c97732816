import { and, desc, eq, notInArray } from 'drizzle-orm'
import { mfaChallenges, passwordHistory, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { verifyPassword } from '../password-hash.ts'

/** The last passwords of an account that must not come back. */
const HISTORY_LENGTH = 5

const USED_BEFORE = 'You have used this password before. Choose one that is new.'

/** The statements that give an account a password and keep the last five on record. */
export function setPasswordStatements(ctx: Context, userId: string, passwordHash: string) {
  const now = ctx.now()
  const kept = ctx.db
    .select({ id: passwordHistory.id })
    .from(passwordHistory)
    .where(eq(passwordHistory.userId, userId))
    .orderBy(desc(passwordHistory.createdAt), desc(passwordHistory.id))
    .limit(HISTORY_LENGTH)
  return [
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

/**
 * Refuses one of the account's last five passwords.
 *
 * @param lead begins the message, where a screen wants it to
 * @throws DomainError `invalid_input` beside `password`
 */
export async function requireNewPassword(
  ctx: Context,
  account: { userId: string; passwordHash: string | null },
  password: string,
  lead = '',
): Promise<void> {
  const rows = await ctx.db
    .select({ passwordHash: passwordHistory.passwordHash })
    .from(passwordHistory)
    .where(eq(passwordHistory.userId, account.userId))
    .orderBy(desc(passwordHistory.createdAt), desc(passwordHistory.id))
    .limit(HISTORY_LENGTH)
  const records = new Set(rows.map((row) => row.passwordHash))
  // Accounts from before the history was kept have their present password only.
  if (account.passwordHash) records.add(account.passwordHash)
  for (const record of records) {
    if (!(await verifyPassword(password, record, ctx.settings))) continue
    const message = `${lead}${USED_BEFORE}`
    throw new DomainError('invalid_input', message, { fields: { password: message } })
  }
}
