import { sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import type { BackgroundContext } from '../../context.ts'
import { HOUR_MS } from '../../rules/durations.ts'

const WAIT_MS = HOUR_MS
export const POST_GAVE_UP = 'Something went wrong on our side, several times. We try again in an hour.'

/** A reply whose message failed every delivery says so, and is tried again later. */
export async function giveUpPost(ctx: BackgroundContext, reviewId: number): Promise<void> {
  const now = ctx.now()
  await statement(
    ctx.db,
    sql`
    UPDATE reply_posts SET lease_until = NULL, due_at = ${now + WAIT_MS}, attempts = attempts + 1,
      state = iif(sent_version IS version, state, 'failed'),
      reason = iif(sent_version IS version, reason, ${POST_GAVE_UP})
    WHERE review_id = ${reviewId} AND due_at <= ${now}`,
  )
}
