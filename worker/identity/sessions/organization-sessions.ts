import { and, eq, type SQL } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../../context.ts'

/** The caller’s session goes on in another organization. `condition`, or another statement of the batch, says that they belong to it. */
export function enterOrganization(ctx: SignedInContext, organizationId: string, condition?: SQL) {
  return ctx.db
    .update(sessions)
    .set({ organizationId })
    .where(and(eq(sessions.id, ctx.session.id), condition))
}

/** Ends all sessions of somebody in one organization. */
export function endSessionsIn(ctx: Context, organizationId: string, userId: string) {
  return ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.organizationId, organizationId)))
}
