import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
// The Node.js build uses crypto that workerd supports; the default build bundles seven hash functions (8 KB
// compressed).
import { Secret, TOTP } from 'otpauth/dist/otpauth.node.mjs'
import { mfaFactors, mfaRecoveryCodes } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { DomainError, fieldError } from '../../errors.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { seal, unsealEither } from '../../platform/seal.ts'
import {
  CODE_REFUSED,
  groupedRecoveryCode,
  RECOVERY_CODE_CHARS,
  RECOVERY_CODE_REFUSED,
  RECOVERY_CODES,
  type SecondFactorCode,
  TOTP_DIGITS,
} from '../../rules/mfa.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin } from '../sessions/require-proof.ts'

/** An account has at most one factor with each status. */
export async function findFactor(ctx: Context, userId: string, status: 'unverified' | 'verified') {
  const own = and(eq(mfaFactors.userId, userId), eq(mfaFactors.status, status))
  const [factor] = await ctx.db.select().from(mfaFactors).where(own)
  return factor ?? null
}

export async function hasSecondFactor(ctx: Context, userId: string): Promise<boolean> {
  return (await findFactor(ctx, userId, 'verified')) !== null
}

/** Encrypts an authenticator app's secret for the row of `factorId`; it can't be decrypted in another row. */
export function sealFactorSecret(ctx: Context, factorId: string, secret: string): Promise<string> {
  return seal(ctx.settings.MFA_ENCRYPTION_KEY, purposeOf(factorId), secret)
}

/**
 * @returns the secret in base32, and whether it is still encrypted with the previous key
 * @throws Error if none of our keys decrypts it, or if it was changed or moved
 */
export async function openFactorSecret(ctx: Context, factor: { id: string; sealedSecret: string }) {
  const { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS } = ctx.settings
  const { text, isOldKey } = await unsealEither(
    MFA_ENCRYPTION_KEY,
    MFA_ENCRYPTION_KEY_PREVIOUS,
    purposeOf(factor.id),
    factor.sealedSecret,
  ).catch((cause: unknown) => {
    throw new Error(`The secret of the second factor ${factor.id} can't be opened.`, { cause })
  })
  return { secret: text, isOldKey }
}

function purposeOf(factorId: string): string {
  return `totp ${factorId}`
}

const ISSUER = 'Review Dashboard'
const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** Time steps accepted before and after the current one, for inaccurate clocks. */
const WINDOW_STEPS = 1
/** The only parameters that every authenticator app supports. */
const PARAMETERS = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: STEP_SECONDS } as const

/** 160 random bits in base32, 32 characters. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Content of the QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label: email, secret }).toString()
}

/**
 * The time step that `code` is valid for (RFC 6238), at most `WINDOW_STEPS` from the current one; null if none.
 *
 * @param secret in base32
 */
export function matchingStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret })
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/**
 * Statement that uses up a code, wrapped in an object because awaiting a statement runs it. It changes a row if and
 * only if the code is valid and unused, even with concurrent attempts; must be followed by `onlyIfChanged`.
 *
 * @throws DomainError `bad_credentials` if the code is already known to be wrong
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

/** Used codes get the same error as wrong ones. */
export function codeRefused(kind: SecondFactorCode['kind']): DomainError {
  return fieldError('bad_credentials', 'code', kind === 'otp' ? CODE_REFUSED : RECOVERY_CODE_REFUSED)
}

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
