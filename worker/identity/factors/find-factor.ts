import { and, eq } from 'drizzle-orm'
import { mfaFactors } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'

/** The user's factor in that state: there is at most one. */
export async function findFactor(ctx: Context, userId: string, status: 'unverified' | 'verified') {
  const rows = await ctx.db
    .select({
      id: mfaFactors.id,
      sealedSecret: mfaFactors.sealedSecret,
      lastStep: mfaFactors.lastStep,
      createdAt: mfaFactors.createdAt,
    })
    .from(mfaFactors)
    .where(and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, status)))
  return rows[0] ?? null
}

/** Whether signing in takes a second factor. */
export async function hasSecondFactor(ctx: Context, userId: string): Promise<boolean> {
  return (await findFactor(ctx, userId, 'verified')) !== null
}
