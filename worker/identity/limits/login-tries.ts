import { sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { knownDeviceOf } from '../sessions/known-devices.ts'
import { LIMITS, type LimitOf, requireTries, tryKey } from './tries.ts'

/** The login's target: the key of the address, and its account, if any. */
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

/** After a correct password: resets the narrowest counter and refunds the attempt on the wider ones. */
export async function loginSucceeded(ctx: Context, counters: readonly LimitOf[]): Promise<void> {
  const [own, ...wider] = counters.map(({ limit, key }) => tryKey(ctx, limit, key))
  await ctx.db.batch([
    ctx.db.statement(sql`DELETE FROM attempts WHERE key = ${own}`),
    ctx.db.statement(sql`UPDATE attempts SET count = count - 1
      WHERE key IN (SELECT value FROM json_each(${JSON.stringify(wider)})) AND ends_at > ${ctx.now()} AND count > 0`),
  ])
}
