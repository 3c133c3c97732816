import { eq, sql } from 'drizzle-orm'
import { mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { groupedRecoveryCode, RECOVERY_CODE_CHARS, RECOVERY_CODES } from '../../rules/mfa.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin } from '../sessions/require-proof.ts'
import { hasSecondFactor } from './stored-factor.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 120 random bits in base32: the low five bits of a byte choose one of 32 letters without bias. */
export function newRecoveryCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_CODE_CHARS))
  return Array.from(bytes, (byte) => BASE32.charAt(byte & 31)).join('')
}

/** @param code normalized by `secondFactorCode`: upper case, without hyphens */
export function recoveryCodeHash(code: string): Promise<string> {
  return sha256Hex(code)
}

/** Creates ten new codes, and the statements that replace all former ones with them. */
export async function replaceRecoveryCodes(ctx: Context, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const hashes = JSON.stringify(await Promise.all(codes.map(recoveryCodeHash)))
  return {
    codes: codes.map(groupedRecoveryCode),
    statements: [
      ctx.db.delete(mfaRecoveryCodes).where(eq(mfaRecoveryCodes.userId, userId)),
      ctx.db.statement(sql`INSERT INTO mfa_recovery_codes (user_id, code_hash, created_at)
          SELECT ${userId}, value, ${ctx.now()} FROM json_each(${hashes})`),
    ] as const,
  }
}

/**
 * Creates ten new recovery codes; former ones no longer work.
 *
 * @throws DomainError `not_found` without an authenticator app; `recent_login_needed` without a code of the app or a
 * recovery code in the last 10 minutes
 */
export async function renewRecoveryCodes(ctx: SignedInContext): Promise<{ recoveryCodes: string[] }> {
  const { user } = ctx.session
  if (!(await hasSecondFactor(ctx, user.id)))
    throw new DomainError(
      'not_found',
      'Set up an authenticator app first. Recovery codes are the backup for it.',
    )
  requireRecentLogin(ctx, 'second')
  const { codes, statements } = await replaceRecoveryCodes(ctx, user.id)
  const mail = await accountMail(ctx, user.email, ACCOUNT_MAILS.recoveryCodesMade)
  await ctx.db.batch([...statements, mail.statement])
  await audit(ctx, 'recovery_codes_made', 'done')
  return { recoveryCodes: codes }
}
