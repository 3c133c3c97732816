import type { BatchResponse } from 'drizzle-orm/batch'
import { batch, type Statement } from '#db/client.ts'
import type { MemberContext } from '../context.ts'
import { logFault } from './log.ts'

type Answers<S extends readonly Statement[]> = { [Index in keyof S]: BatchResponse<S>[Index] | null }

/**
 * Runs read-only statements in one batch. If the batch fails, each statement runs separately, so that one failure
 * doesn't affect the others; the result of a failed statement is null. Failures are logged.
 */
export async function readEach<const S extends readonly Statement[]>(
  ctx: MemberContext,
  statements: S,
): Promise<Answers<S>> {
  const all = await readAll(ctx, statements)
  if (all) return all
  // A single statement has already run separately.
  const alone = statements.length === 1 ? [] : await Promise.all(statements.map((one) => readAll(ctx, [one])))
  // Safe: `map` preserves the order, which the array type can't express.
  return statements.map((_, index) => alone[index]?.[0] ?? null) as Answers<S>
}

async function readAll<const S extends readonly Statement[]>(ctx: MemberContext, statements: S) {
  try {
    return await batch(ctx.db, statements)
  } catch (cause) {
    logFault('read_failed', cause, { requestId: ctx.requestId })
    return null
  }
}
