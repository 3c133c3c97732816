import * as v from 'valibot'
import { needed, uuid } from './fields.ts'

export const TOTP_DIGITS = 6
export const RECOVERY_CODES = 10
export const RECOVERY_CODE_CHARS = 24
const GROUP_CHARS = 6
const MAX_TYPED_CHARS = 64

const CODE_MISSING = `Enter the ${TOTP_DIGITS} digits from your app.`
const CODE_UNREADABLE = `Enter the ${TOTP_DIGITS} digits from your app, or one of your recovery codes.`
/** The same message for a wrong, an expired and a used code. */
export const CODE_REFUSED = 'That code is not right. Wait for the next one in your app, then try again.'
export const RECOVERY_CODE_REFUSED =
  'That recovery code is not right, or it was used before. Each one works once: try another.'

/** A second factor as typed, without spaces and hyphens. */
export interface SecondFactorCode {
  kind: 'otp' | 'rec'
  text: string
}

/** Reads six digits, or 24 base32 characters in either case; null for anything else. */
export function secondFactorCode(typed: string): SecondFactorCode | null {
  const text = typed.replace(/[\s-]/g, '').toUpperCase()
  if (/^[0-9]{6}$/.test(text)) return { kind: 'otp', text }
  if (/^[A-Z2-7]{24}$/.test(text)) return { kind: 'rec', text }
  return null
}

const Code = needed(
  v.pipe(
    v.string(CODE_UNREADABLE),
    v.maxLength(MAX_TYPED_CHARS, CODE_UNREADABLE),
    v.rawTransform(({ dataset, addIssue, NEVER }): SecondFactorCode => {
      const code = secondFactorCode(dataset.value)
      if (code) return code
      addIssue({ message: CODE_UNREADABLE })
      return NEVER
    }),
  ),
)

const FactorId = uuid('This setup was not found. Please start again.')

export const ChallengeInput = v.object({ code: Code })
export type ChallengeInput = v.InferOutput<typeof ChallengeInput>

/** Setup accepts only an app code: recovery codes are created afterwards. */
export const VerifyFactorInput = v.object({
  factorId: FactorId,
  code: needed(
    v.pipe(
      v.string(CODE_MISSING),
      v.maxLength(MAX_TYPED_CHARS, CODE_MISSING),
      v.transform((typed) => typed.replace(/[\s-]/g, '')),
      v.regex(/^[0-9]{6}$/, CODE_MISSING),
    ),
  ),
})
export type VerifyFactorInput = v.InferOutput<typeof VerifyFactorInput>

export const RemoveFactorInput = v.object({ factorId: FactorId })
export type RemoveFactorInput = v.InferOutput<typeof RemoveFactorInput>

/** 'ABCDEFGHIJKL…' → 'ABCDEF-GHIJKL-…'. */
export function groupedRecoveryCode(code: string): string {
  return code.match(new RegExp(`.{1,${GROUP_CHARS}}`, 'g'))?.join('-') ?? ''
}

/** 'JBSWY3DPEHPK…' → 'JBSW Y3DP EHPK …'. */
export function groupedSecret(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? ''
}
