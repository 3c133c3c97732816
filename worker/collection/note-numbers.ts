import { type SQL, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { Run } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { StatedNumbers } from '../sources/source.ts'

/** The statement that keeps what a place states of itself, if that is new and `stands` holds; nulls keep what is known. */
export function noteNumbers(ctx: BackgroundContext, run: Run, { total, rating }: StatedNumbers, stands: SQL) {
  return statement(
    ctx.db,
    sql`
    UPDATE business_sources SET
      stated_total = coalesce(${total}, stated_total), stated_rating = coalesce(${rating}, stated_rating)
    WHERE business_id = ${run.businessId} AND platform = ${run.platform} AND ${stands}
      AND (${total} IS NOT NULL AND stated_total IS NOT ${total}
        OR ${rating} IS NOT NULL AND stated_rating IS NOT ${rating})`,
  )
}
