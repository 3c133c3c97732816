import { eq } from 'drizzle-orm'
import { sessions } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'

/** Whose session it is, ended or not, as long as it is known; null otherwise. */
export async function ownerOfSession(ctx: Context, sessionId: string): Promise<string | null> {
  const rows = await ctx.db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return rows[0]?.userId ?? null
}
