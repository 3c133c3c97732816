import { heldMails } from '#db/schema/index.ts'
import { abandonImports } from '../collection/run-store.ts'
import type { BackgroundContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'
import { HELD_DAYS } from './mail/held-mails.ts'
import { forgetOldAnswers } from './push.ts'

export const ABANDONED =
  'The upload stopped before the end of the file. Choose the file again; reviews that already arrived are not stored twice.'

export async function cleanUpImports(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.batch([
    abandonImports(ctx.db, now, ABANDONED),
    forgetOldAnswers(ctx),
    prune(ctx.db, { key: heldMails.id, time: heldMails.createdAt }, now - HELD_DAYS * DAY_MS),
  ])
}
