import { sql } from 'drizzle-orm'
import { heldMails } from '#db/schema/index.ts'
import { abandonImports } from '../collection/run-store.ts'
import type { BackgroundContext } from '../context.ts'
import { PRUNED_AT_ONCE, prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'
import { HELD_DAYS } from './mail/held-mails.ts'

export const ABANDONED =
  'The file stopped arriving before its end. Choose it again: what is there already is not stored twice.'

/** Ends abandoned imports; forgets answers kept no longer and mails nobody decided about. Part of the minute's tick. */
export async function cleanUpImports(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.batch([
    abandonImports(ctx.db, now, ABANDONED),
    ctx.db.statement(sql`
      DELETE FROM idempotency_keys WHERE (organization_id, key) IN (SELECT organization_id, key FROM idempotency_keys
        WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${PRUNED_AT_ONCE})`),
    prune(ctx.db, { key: heldMails.id, time: heldMails.createdAt }, now - HELD_DAYS * DAY_MS),
  ])
}
