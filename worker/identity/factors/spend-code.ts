import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { mfaFactors, mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { type DomainError, fieldError } from '../../errors.ts'
import { CODE_REFUSED, RECOVERY_CODE_REFUSED, type SecondFactorCode } from '../../rules/mfa.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { findFactor, openFactorSecret, sealFactorSecret } from './stored-factor.ts'
import { matchingStep } from './totp.ts'

/**
 * Statement that uses up a code, wrapped in an object because awaiting a statement runs it. It changes a row if and
 * only if the code is valid and unused, even with concurrent attempts; must be followed by `onlyIfChanged`.
 *
 * @throws DomainError `bad_credentials` if the code is wrong anyway
 */
export function spendCode(ctx: Context, userId: string, code: SecondFactorCode) {
  const spend = code.kind === 'otp' ? spendTotpCode : spendRecoveryCode
  return spend(ctx, userId, code.text)
}

async function spendTotpCode(ctx: Context, userId: string, code: string) {
  const factor = await findFactor(ctx, userId, 'verified')
  if (!factor) throw codeRefused('otp')
  const { secret, isOldKey } = await openFactorSecret(ctx, factor)
  const now = ctx.now()
  const step = matchingStep(secret, code, now)
  if (step === null) throw codeRefused('otp')
  const sealedSecret = isOldKey ? await sealFactorSecret(ctx, factor.id, secret) : undefined
  const isUnused = or(isNull(mfaFactors.lastStep), lt(mfaFactors.lastStep, step))
  const statement = ctx.db
    .update(mfaFactors)
    .set({ lastStep: step, lastUsedAt: now, sealedSecret })
    .where(and(eq(mfaFactors.id, factor.id), eq(mfaFactors.status, 'verified'), isUnused))
  return { statement }
}

async function spendRecoveryCode(ctx: Context, userId: string, code: string) {
  const hash = await recoveryCodeHash(code)
  const isIt = and(eq(mfaRecoveryCodes.userId, userId), eq(mfaRecoveryCodes.codeHash, hash))
  return { statement: ctx.db.delete(mfaRecoveryCodes).where(isIt) }
}

/** The same error for wrong codes and used ones. */
export function codeRefused(kind: SecondFactorCode['kind']): DomainError {
  return fieldError('bad_credentials', 'code', kind === 'otp' ? CODE_REFUSED : RECOVERY_CODE_REFUSED)
}
