import { and, eq } from 'drizzle-orm'
import { heldMails } from '#db/schema/index.ts'
import type { MemberContext } from '../../context.ts'
import type { HeldMailId } from '../../rules/imports.ts'

/** Forgets a mail that waited. One that does not wait any more is forgotten already. */
export async function discardHeldMail(ctx: MemberContext, { id }: HeldMailId): Promise<void> {
  await ctx.db
    .delete(heldMails)
    .where(and(eq(heldMails.id, id), eq(heldMails.organizationId, ctx.organization.id)))
}
