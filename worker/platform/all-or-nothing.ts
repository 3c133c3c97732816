import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

const MALFORMED = 'malformed JSON'

/**
 * Follows a statement in a batch that has to change a row, and rolls the whole batch back where it changed none: so what
 * works once is used up together with its effect. SQLite can't abort outside of triggers; malformed JSON is the error at
 * hand.
 */
export function onlyIfChanged(ctx: Pick<Context, 'db'>) {
  return ctx.db.statement(sql`SELECT CASE changes() WHEN 0 THEN json('nothing changed') END AS stop`)
}

/** Rolls a batch back where a condition that was checked before is no longer true. */
export function onlyWhile(ctx: Pick<Context, 'db'>, condition: SQL) {
  return ctx.db.statement(sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('not any more') END AS stop`)
}

/** Whether `onlyIfChanged` or `onlyWhile` rolled a batch back; false for a fault. */
export function wasRolledBack(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(MALFORMED) || wasRolledBack(error.cause))
}

/** For a batch's `catch`: throws `refusal` where the batch was rolled back, and the fault where it was one. */
export function ifRolledBack(refusal: () => Error): (error: unknown) => never {
  return (error) => {
    throw wasRolledBack(error) ? refusal() : error
  }
}
