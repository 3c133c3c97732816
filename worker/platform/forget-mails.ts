import { devMails, outgoingMails } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS } from '../rules/durations.ts'
import { prune } from './prune.ts'

export const MAIL_DAYS = 30

/**
 * Deletes mails in the mailbox of a local machine, and those that no mail service has fetched for as long: what they told
 * holds no more. Part of the minute's tick.
 */
export async function forgetOldMails(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - MAIL_DAYS * DAY_MS
  await ctx.db.batch([
    prune(ctx.db, { key: devMails.id, time: devMails.createdAt }, until),
    prune(ctx.db, { key: outgoingMails.id, time: outgoingMails.dueAt }, until),
  ])
}
