// The build for Node.js, whose crypto workerd has: the other one brings seven hash functions of its own, 8 KB compressed.
import { Secret, TOTP } from 'otpauth/dist/otpauth.node.mjs'
import { TOTP_DIGITS } from '../../rules/mfa.ts'

const ISSUER = 'Review Dashboard'
const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** Steps before and after the present one whose codes count, for clocks that are a little off. */
const WINDOW_STEPS = 1
/** The only parameters that every authenticator app knows. */
const PARAMETERS = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: STEP_SECONDS } as const

/** 160 random bits in base32, 32 characters. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** What a QR code tells the app: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ ...PARAMETERS, issuer: ISSUER, label: email, secret }).toString()
}

/** The number of the time step, within one of now, that `code` belongs to (RFC 6238); null for none. The secret is base32. */
export function matchingStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret })
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
