import type { BatchResponse } from 'drizzle-orm/batch'
import { batch, type Statement } from '#db/client.ts'
import type { MemberContext } from '../context.ts'
import { logFault } from './log.ts'

type Answers<S extends readonly Statement[]> = { [Index in keyof S]: BatchResponse<S>[Index] | null }

/**
 * The answers of statements that only read, in one batch. Where that fails, each is asked by itself, so that one that
 * can't be answered doesn't cost the others; its own answer is then null. Failures are logged.
 */
export async function readEach<const S extends readonly Statement[]>(
  ctx: MemberContext,
  statements: S,
): Promise<Answers<S>> {
  const all = await readAll(ctx, statements)
  if (all) return all
  // A single statement was asked by itself already.
  const alone = statements.length === 1 ? [] : await Promise.all(statements.map((one) => readAll(ctx, [one])))
  // Safe: `map` keeps the order, which the type of a list does not say.
  return statements.map((_, index) => alone[index]?.[0] ?? null) as Answers<S>
}

/** The answers of a batch; null, and a line in the log, where it fails. */
async function readAll<const S extends readonly Statement[]>(ctx: MemberContext, statements: S) {
  try {
    return await batch(ctx.db, statements)
  } catch (cause) {
    logFault('read_failed', cause, { requestId: ctx.requestId })
    return null
  }
}
