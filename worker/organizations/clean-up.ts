import { organizationInvitations } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'

export const KEPT_DAYS = 30

/** Deletes invitations that ended a month ago: until then whoever sent them sees that nobody came. Part of the minute's tick. */
export async function forgetOldInvitations(ctx: BackgroundContext): Promise<void> {
  const until = ctx.now() - KEPT_DAYS * DAY_MS
  await prune(ctx.db, { key: organizationInvitations.id, time: organizationInvitations.expiresAt }, until)
}
