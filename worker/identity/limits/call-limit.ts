import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { apiKeys } from '#db/schema/accounts.ts'
import { sessions } from '#db/schema/users.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { logFault } from '../../platform/log.ts'
import { ERROR_TEXTS } from '../../rules/error-texts.ts'
import type { CountedCalls } from '../sessions/active-session.ts'
import { LIMITS, tooMany } from './tries.ts'

type ProcedureType = 'query' | 'mutation' | 'subscription'

export function countCalls(
  db: Database,
  which: SQL,
  { now, calls }: { now: number; calls: number },
  caller: typeof sessions | typeof apiKeys = sessions,
) {
  const endsAt = sql`${now} + ${LIMITS.callsSession.windowMs}`
  return db.statement<Omit<CountedCalls, 'left'>>(sql`
    INSERT INTO attempts (key, count, ends_at)
    SELECT 'calls:' || ${caller.id}, ${calls}, ${endsAt} FROM ${caller} WHERE ${which}
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN attempts.ends_at <= ${now} THEN excluded.count ELSE attempts.count + excluded.count END,
      ends_at = CASE WHEN attempts.ends_at <= ${now} THEN excluded.ends_at ELSE attempts.ends_at END
    RETURNING substr(key, length('calls:') + 1) AS sessionId, count, ends_at AS endsAt`)
}

/** The counter in the result of a query; undefined if the session doesn't exist. */
export function countedCalls(result: { results?: unknown[] }, calls: number): CountedCalls | undefined {
  const [row] = (result.results ?? []) as Omit<CountedCalls, 'left'>[]
  return row && { ...row, left: calls }
}

/**
 * Limits a session and its tokens to 100 calls a minute. If counting fails, queries are allowed and mutations refused.
 * In-process calls by loaders aren't counted.
 *
 * @throws DomainError `too_many`, `unavailable`
 */
export async function requireCallsLeft(ctx: Context, type: ProcedureType): Promise<void> {
  const calls = ctx.session?.calls
  if (calls === undefined) return
  const taken = calls && (await takeCall(ctx, calls))
  if (taken === null) {
    if (type !== 'query') throw new DomainError('unavailable', ERROR_TEXTS.SERVER.text)
  } else if (taken.number > LIMITS.callsSession.max) {
    throw await tooMany(ctx, LIMITS.callsSession, taken.endsAt)
  }
}

/**
 * The number of this call within its minute; null if it can't be counted. Calls listed in a batch URL were already
 * counted when the session was looked up; others are counted here.
 */
async function takeCall(ctx: Context, calls: CountedCalls) {
  if (calls.left > 0) {
    calls.left -= 1
    return { number: calls.count - calls.left, endsAt: calls.endsAt }
  }
  try {
    const caller = ctx.session?.token?.isKey ? apiKeys : sessions
    const asked = { now: ctx.now(), calls: 1 }
    const one = await countCalls(ctx.db, eq(caller.id, calls.sessionId), asked, caller)
    const { count, endsAt } = countedCalls(one, 1) ?? calls
    return { number: count, endsAt }
  } catch (cause) {
    logFault('calls_not_counted', cause, { requestId: ctx.requestId })
    return null
  }
}
