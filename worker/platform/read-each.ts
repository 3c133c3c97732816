import type { BatchItem } from 'drizzle-orm/batch'
import type { MemberContext } from '../context.ts'
import { logFault } from './log.ts'

type Statement = BatchItem<'sqlite'>
type Answer<S extends Statement> = S['_']['result']
type Statements = readonly [Statement, ...Statement[]]

/**
 * The answers of statements that only read, in one batch. Where that fails, each is asked by itself, so that one that can't
 * be answered doesn't cost the others; null stands for its answer. What failed is logged.
 */
export async function readEach<const S extends Statements>(
  ctx: MemberContext,
  statements: S,
): Promise<{ [Index in keyof S]: Answer<S[Index]> | null }> {
  type Answers = { [Index in keyof S]: Answer<S[Index]> | null }
  try {
    return (await ctx.db.batch(statements)) as Answers
  } catch (cause) {
    logFault('read_failed', cause, { requestId: ctx.requestId })
    // It was asked by itself already.
    if (statements.length === 1) return [null] as unknown as Answers
  }
  return (await Promise.all(statements.map((statement) => readAlone(ctx, statement)))) as unknown as Answers
}

async function readAlone<S extends Statement>(ctx: MemberContext, statement: S): Promise<Answer<S> | null> {
  try {
    const [answer] = await ctx.db.batch([statement])
    return answer as Answer<S>
  } catch (cause) {
    logFault('read_failed', cause, { requestId: ctx.requestId })
    return null
  }
}
