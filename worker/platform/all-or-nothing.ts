import { type SQL, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { Context } from '../context.ts'

const MALFORMED = 'malformed JSON'

/**
 * Stands in a batch behind a statement that has to change a row, and rolls the whole batch back where it changed none.
 * So a thing that works once is used up in the same step as what it is good for, with no time between the two. Outside
 * of triggers SQLite has no word for 'abort'; reading JSON that is none is the error at hand.
 */
export function onlyIfChanged(ctx: Context) {
  return statement(ctx.db, sql`SELECT CASE changes() WHEN 0 THEN json('nothing changed') END AS stop`)
}

/** Stands in a batch and rolls it back where a condition that was looked at before does not hold any more. */
export function onlyWhile(ctx: Context, condition: SQL) {
  return statement(ctx.db, sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('not any more') END AS stop`)
}

/** Whether a batch was rolled back by `onlyIfChanged` or `onlyWhile`, as against a fault. */
export function wasRolledBack(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(MALFORMED) || wasRolledBack(error.cause))
}

/** For a batch's `catch`: throws `refusal` where the batch was rolled back, and the fault where it was one. */
export function ifRolledBack(refusal: () => Error): (error: unknown) => never {
  return (error) => {
    throw wasRolledBack(error) ? refusal() : error
  }
}
