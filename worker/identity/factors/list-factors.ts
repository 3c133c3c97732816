import { count, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { mfaFactors, mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { iso } from '../../rules/durations.ts'
import { CHALLENGE_OVER } from './answer-challenge.ts'
import { findChallenge } from './challenge.ts'

export type FactorList = ReturnType<typeof factorList>
export type FactorView = FactorList['items'][number]

/**
 * The second factors of the caller, also of one who is still signing in.
 *
 * @throws DomainError `not_signed_in` without a session and without a challenge
 */
export async function listFactors(ctx: Context): Promise<FactorList> {
  const userId = ctx.session?.user.id ?? (await findChallenge(ctx))?.userId
  if (userId === undefined) throw new DomainError('not_signed_in', CHALLENGE_OVER)
  const [factors, codes] = await ctx.db.batch(factorQueries(ctx, userId))
  return factorList(factors, ctx.session ? codes : null)
}

/** What `factorList` is made of, for a batch. */
export function factorQueries(ctx: Context, userId: string) {
  return [
    ctx.db
      .select(columns(mfaFactors, 'id', 'factorType', 'status', 'createdAt', 'verifiedAt', 'lastUsedAt'))
      .from(mfaFactors)
      .where(eq(mfaFactors.userId, userId)),
    ctx.db.select({ left: count() }).from(mfaRecoveryCodes).where(eq(mfaRecoveryCodes.userId, userId)),
  ] as const
}

type FactorRow = Awaited<ReturnType<typeof factorQueries>[0]>[number]

/**
 * The second factors as their owner sees them; one that is `unverified` is being set up and does not count yet.
 *
 * @param codes null for somebody who is still signing in, who does not learn how many recovery codes are left
 */
export function factorList(factors: FactorRow[], codes: { left: number }[] | null) {
  return {
    items: factors.map(({ createdAt, verifiedAt, lastUsedAt, ...factor }) => ({
      ...factor,
      createdAt: iso(createdAt),
      verifiedAt: iso(verifiedAt),
      lastUsedAt: iso(lastUsedAt),
    })),
    nextCursor: null,
    recoveryCodesLeft: codes && (codes[0]?.left ?? 0),
  }
}
