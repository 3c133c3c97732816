// The Node.js build, whose crypto workerd supports: the other one bundles seven hash functions (8 KB compressed).
import { Secret, TOTP } from 'otpauth/dist/otpauth.node.mjs'
import { TOTP_DIGITS } from '../../rules/mfa.ts'

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

/** The time step, within one of now, that `code` is valid for (RFC 6238); null if none. The secret is base32. */
export function matchingStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret })
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW_STEPS })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}
