import { and, eq, lte, sql } from 'drizzle-orm'
import { attempts } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { logFault } from '../../platform/log.ts'
import { LIMITS, type Limit, type LimitOf, takeTry, tooMany, tryKey } from './tries.ts'

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

/** If this fails, the response is the same: at worst one attempt too many is counted. */
async function giveBack(ctx: Context, taken: readonly TakenTry[]): Promise<void> {
  try {
    for (const { limit, key, endsAt } of taken) {
      // Only in the window it was counted in.
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
