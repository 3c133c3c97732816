import { and, eq, lte, sql } from 'drizzle-orm'
import { attempts } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { logFault } from '../../platform/log.ts'
import { knownDeviceOf } from '../sessions/known-devices.ts'
import { LIMITS, type Limit, type LimitOf, requireTries, takeTry, tooMany, tryKey } from './tries.ts'

interface LoginTarget {
  emailKey: string
  userId: string | null
}

/**
 * Counts a login: 5 failures in 15 minutes for an account and network, 20 for an account, 100 for a network. A browser
 * that has signed in to the account before has its own counter, 5 in 15 minutes, so that strangers can't lock the owner
 * out. The attempt is counted before the password is checked, so that a hundred concurrent guesses count as no more
 * than five.
 *
 * @returns the counters, for `loginSucceeded`
 * @throws DomainError `too_many`: the password isn't checked, so the refusal reveals nothing about it
 */
export async function takeLoginTry(ctx: Context, { emailKey, userId }: LoginTarget): Promise<LimitOf[]> {
  const device = await knownDeviceOf(ctx, userId ?? '')
  const { prefix } = ctx.network
  const counters: LimitOf[] =
    device === null
      ? [
          { limit: LIMITS.loginAccountAndPrefix, key: `${emailKey}\n${prefix}` },
          { limit: LIMITS.loginAccount, key: emailKey },
          { limit: LIMITS.loginPrefix, key: prefix },
        ]
      : [{ limit: LIMITS.loginDevice, key: `${userId}\n${device}` }]
  await requireTries(ctx, counters)
  return counters
}

/** Resets the narrowest counter after a correct password, and refunds the attempt on the wider ones. */
export async function loginSucceeded(ctx: Context, counters: readonly LimitOf[]): Promise<void> {
  const [own, ...wider] = counters.map(({ limit, key }) => tryKey(ctx, limit, key))
  await ctx.db.batch([
    ctx.db.statement(sql`DELETE FROM attempts WHERE key = ${own}`),
    ctx.db.statement(sql`UPDATE attempts SET count = count - 1
      WHERE key IN (SELECT value FROM json_each(${JSON.stringify(wider)})) AND ends_at > ${ctx.now()} AND count > 0`),
  ])
}

interface Trier {
  userId: string
  /** Scope of the five attempts: a challenge, a session or a set-up. */
  subject: string
}

type TakenTry = LimitOf & { endsAt: number }

/**
 * Runs `check` as one attempt of the subject and the account. The attempt is counted before the code is checked, so
 * that a hundred concurrent guesses count as no more than five, and refunded unless the code was wrong.
 *
 * @param check throws DomainError `bad_credentials` for a wrong code
 * @throws DomainError `too_many`
 */
export async function asTry<T>(ctx: Context, trier: Trier, check: () => Promise<T>): Promise<T> {
  const taken: TakenTry[] = []
  try {
    await count(ctx, taken, LIMITS.secondFactorChallenge, trier.subject)
    await count(ctx, taken, LIMITS.secondFactorAccount, trier.userId)
    const result = await check()
    await giveBack(ctx, taken)
    return result
  } catch (error) {
    const isWrongCode = error instanceof DomainError && error.code === 'bad_credentials'
    if (!isWrongCode) await giveBack(ctx, taken)
    throw error
  }
}

async function count(ctx: Context, taken: TakenTry[], limit: Limit, key: string): Promise<void> {
  const { endsAt, isAllowed } = await takeTry(ctx, limit, key)
  taken.push({ limit, key, endsAt })
  if (!isAllowed) throw await tooMany(ctx, limit, endsAt)
}

/** Refunds attempts. If this fails, the response is the same, and at worst too many attempts are counted. */
async function giveBack(ctx: Context, taken: readonly TakenTry[]): Promise<void> {
  try {
    for (const { limit, key, endsAt } of taken) {
      // Refund only in the window in which the attempt was counted.
      const counter = and(eq(attempts.key, tryKey(ctx, limit, key)), eq(attempts.endsAt, endsAt))
      await ctx.db.batch([
        ctx.db
          .update(attempts)
          .set({ count: sql`${attempts.count} - 1` })
          .where(counter),
        // Delete a window whose only attempt was refunded, as if it had never begun.
        ctx.db.delete(attempts).where(and(counter, lte(attempts.count, 0))),
      ])
    }
  } catch (cause) {
    logFault('try_not_given_back', cause, { requestId: ctx.requestId })
  }
}
