import { count, eq } from 'drizzle-orm'
import { mfaFactors, mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { CHALLENGE_OVER } from './answer-challenge.ts'
import { findChallenge } from './challenge.ts'

/** A second factor as its owner sees it; times are ISO 8601 in UTC. */
export interface FactorView {
  id: string
  factorType: 'totp'
  /** `unverified` while it is being set up: it does not count yet. */
  status: 'unverified' | 'verified'
  createdAt: string
  verifiedAt: string | null
  lastUsedAt: string | null
}

export interface FactorList {
  items: FactorView[]
  nextCursor: null
  /** null for somebody who is still signing in. */
  recoveryCodesLeft: number | null
}

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
      .select({
        id: mfaFactors.id,
        factorType: mfaFactors.factorType,
        status: mfaFactors.status,
        createdAt: mfaFactors.createdAt,
        verifiedAt: mfaFactors.verifiedAt,
        lastUsedAt: mfaFactors.lastUsedAt,
      })
      .from(mfaFactors)
      .where(eq(mfaFactors.userId, userId)),
    ctx.db.select({ left: count() }).from(mfaRecoveryCodes).where(eq(mfaRecoveryCodes.userId, userId)),
  ] as const
}

type FactorRow = Awaited<ReturnType<typeof factorQueries>[0]>[number]

/** @param codes null for somebody who is still signing in */
export function factorList(factors: FactorRow[], codes: { left: number }[] | null): FactorList {
  return {
    items: factors.map((factor) => ({
      ...factor,
      createdAt: isoTime(factor.createdAt),
      verifiedAt: factor.verifiedAt === null ? null : isoTime(factor.verifiedAt),
      lastUsedAt: factor.lastUsedAt === null ? null : isoTime(factor.lastUsedAt),
    })),
    nextCursor: null,
    recoveryCodesLeft: codes && (codes[0]?.left ?? 0),
  }
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
