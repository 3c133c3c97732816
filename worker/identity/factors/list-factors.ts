import { eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { mfaFactors, mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { iso } from '../../rules/durations.ts'
import { CHALLENGE_OVER } from './answer-challenge.ts'
import { findChallenge } from './challenge.ts'

export type FactorList = Awaited<ReturnType<typeof listFactors>>
export type FactorView = FactorList['items'][number]

/**
 * Lists the caller's second factors, also during a sign-in.
 *
 * @throws DomainError `not_signed_in` without a session and without a challenge
 */
export async function listFactors(ctx: Context) {
  const userId = ctx.session?.user.id ?? (await findChallenge(ctx))?.userId
  if (userId === undefined) throw new DomainError('not_signed_in', CHALLENGE_OVER)
  const list = factorList(await factorsQuery(ctx, userId))
  // Don't reveal the number of recovery codes before the sign-in is complete.
  return { ...list, recoveryCodesLeft: ctx.session && list.recoveryCodesLeft }
}

/** Query for `factorList`, for a batch. */
export function factorsQuery(ctx: Context, userId: string) {
  return ctx.db
    .select({
      ...columns(mfaFactors, 'id', 'factorType', 'status', 'createdAt', 'verifiedAt', 'lastUsedAt'),
      codesLeft: ctx.db.$count(mfaRecoveryCodes, eq(mfaRecoveryCodes.userId, userId)),
    })
    .from(mfaFactors)
    .where(eq(mfaFactors.userId, userId))
}

/** Second factors as their owner sees them; an `unverified` one is still being set up and isn't used yet. */
export function factorList(rows: Awaited<ReturnType<typeof factorsQuery>>) {
  return {
    items: rows.map(({ codesLeft, createdAt, verifiedAt, lastUsedAt, ...factor }) => ({
      ...factor,
      createdAt: iso(createdAt),
      verifiedAt: iso(verifiedAt),
      lastUsedAt: iso(lastUsedAt),
    })),
    nextCursor: null,
    // Recovery codes end with the factor.
    recoveryCodesLeft: rows[0]?.codesLeft ?? 0,
  }
}
