import { sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { Context } from '../../context.ts'
import { knownDeviceOf } from '../sessions/known-devices.ts'
import { type CountedLimit, LIMITS, requireTries, tryKey } from './tries.ts'

/** Whose password is entered. */
export interface LoginTarget {
  /** The key of the address, whether or not it has an account. */
  emailKey: string
  /** Null where it has none. */
  userId: string | null
}

/** A try that was counted, to be given back where the password was right. */
export interface LoginTry {
  counters: readonly CountedLimit[]
}

/**
 * The counters of a login: 5 failures in 15 minutes an account and network, 20 an account, 100 a network. A browser that
 * has signed in to the account before has one of its own instead, 5 in 15 minutes: whatever strangers fail at, in its
 * network too, it lets its owner in. An attempt is counted before the password is looked at, so that a hundred guesses at
 * once are no more than five.
 *
 * @throws DomainError `too_many`: the password is not looked at, so a lock tells nothing about it
 */
export async function takeLoginTry(ctx: Context, { emailKey, userId }: LoginTarget): Promise<LoginTry> {
  const device = await knownDeviceOf(ctx, userId ?? '')
  const { prefix } = ctx.network
  const counters: CountedLimit[] =
    device === null
      ? [
          { limit: LIMITS.loginAccountAndPrefix, key: `${emailKey}\n${prefix}` },
          { limit: LIMITS.loginAccount, key: emailKey },
          { limit: LIMITS.loginPrefix, key: prefix },
        ]
      : [{ limit: LIMITS.loginDevice, key: `${userId}\n${device}` }]
  await requireTries(ctx, counters)
  return { counters }
}

/** A right password: clears the counter of this account and network or device, and is no failure in the wider ones. */
export async function loginSucceeded(ctx: Context, { counters }: LoginTry): Promise<void> {
  const [own, ...wider] = await Promise.all(counters.map(({ limit, key }) => tryKey(ctx, limit, key)))
  await ctx.db.batch([
    statement(ctx.db, sql`DELETE FROM attempts WHERE key = ${own}`),
    statement(
      ctx.db,
      sql`UPDATE attempts SET count = count - 1
      WHERE key IN (SELECT value FROM json_each(${JSON.stringify(wider)})) AND ends_at > ${ctx.now()} AND count > 0`,
    ),
  ])
}
