import { eq, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { groupedRecoveryCode, RECOVERY_CODE_CHARS, RECOVERY_CODES } from '../../rules/mfa.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 120 random bits in base32. The alphabet has 32 letters, so the low five bits of a byte choose one evenly. */
export function newRecoveryCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_CODE_CHARS))
  return Array.from(bytes, (byte) => BASE32.charAt(byte & 31)).join('')
}

/** @param code as `secondFactorCode` reads it: upper case, without hyphens */
export function recoveryCodeHash(code: string): Promise<string> {
  return sha256Hex(code)
}

/** Ten new codes as they are shown, this once, and the statements that put them in place of all before. */
export async function replaceRecoveryCodes(ctx: Context, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const hashes = JSON.stringify(await Promise.all(codes.map(recoveryCodeHash)))
  return {
    shown: codes.map(groupedRecoveryCode),
    statements: [
      ctx.db.delete(mfaRecoveryCodes).where(eq(mfaRecoveryCodes.userId, userId)),
      statement(
        ctx.db,
        sql`INSERT INTO mfa_recovery_codes (user_id, code_hash, created_at)
          SELECT ${userId}, value, ${ctx.now()} FROM json_each(${hashes})`,
      ),
    ] as const,
  }
}
