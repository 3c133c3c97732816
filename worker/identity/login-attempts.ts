import { sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { Context } from '../context.ts'
import { attemptKey, LIMITS, requireAttempts } from './limits.ts'

/**
 * The counters of a login: 5 failures in 15 minutes an account and network, 20 an account, 100 a network. An attempt is
 * counted before the password is looked at, so that a hundred guesses at once are no more than five.
 */
function counters(ctx: Context, account: string) {
  return [
    { limit: LIMITS.loginAccountAndPrefix, key: `${account}\n${ctx.network.prefix}` },
    { limit: LIMITS.loginAccount, key: account },
    { limit: LIMITS.loginPrefix, key: ctx.network.prefix },
  ]
}

/**
 * @param account the key of the address that was typed, whether or not it has an account
 * @throws DomainError `too_many`: the password is not looked at, so a lock tells nothing about it
 */
export async function takeLoginAttempt(ctx: Context, account: string): Promise<void> {
  await requireAttempts(ctx, counters(ctx, account))
}

/** A right password: clears the counter of this account and network, and is no failure in the wider ones. */
export async function loginSucceeded(ctx: Context, account: string): Promise<void> {
  const [own, ...wider] = await Promise.all(
    counters(ctx, account).map(({ limit, key }) => attemptKey(ctx, limit, key)),
  )
  await ctx.db.batch([
    statement(ctx.db, sql`DELETE FROM attempts WHERE key = ${own}`),
    statement(
      ctx.db,
      sql`UPDATE attempts SET count = count - 1
      WHERE key IN (SELECT value FROM json_each(${JSON.stringify(wider)})) AND ends_at > ${ctx.now()} AND count > 0`,
    ),
  ])
}
