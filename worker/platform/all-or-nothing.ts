import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'

const MALFORMED = 'malformed JSON'

/**
 * Rolls the whole batch back if the preceding statement changed no row, so that something that may be used only once is
 * used up only if its effect is stored too. SQLite can't abort outside of triggers, so malformed JSON causes the error.
 */
export function onlyIfChanged(ctx: Pick<Context, 'db'>) {
  return ctx.db.statement(sql`SELECT CASE changes() WHEN 0 THEN json('nothing changed') END AS stop`)
}

/** Rolls the whole batch back if the condition is false. */
export function onlyWhile(ctx: Pick<Context, 'db'>, condition: SQL) {
  return ctx.db.statement(sql`SELECT CASE WHEN ${condition} THEN 1 ELSE json('not any more') END AS stop`)
}

/** True if `onlyIfChanged` or `onlyWhile` rolled the batch back; false for a fault. */
export function wasRolledBack(error: unknown): boolean {
  return error instanceof Error && (error.message.includes(MALFORMED) || wasRolledBack(error.cause))
}

/**
 * Handler for a batch's `catch`: throws the error from `refusal` if the batch was rolled back, otherwise the original
 * one.
 */
export function ifRolledBack(refusal: () => Error | Promise<Error>): (error: unknown) => Promise<never> {
  return async (error) => {
    throw wasRolledBack(error) ? await refusal() : error
  }
}
