import { jsonObject, tokenRefused, verifySignedToken } from '../platform/jws/signed-token.ts'
import type { KeySet } from '../platform/jws/verification-key.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'

/** RFC 9068: prevents other tokens signed with the same keys from passing as access tokens. */
export const ACCESS_TOKEN_TYPE = 'at+jwt'
const CLOCK_SKEW_MS = MINUTE_MS

interface AccessTokenClaims {
  iss: string
  aud: string
  sub: string
  /** Expiry, in seconds since 1970. */
  exp: number
  /** org, scope, jti, iat and the like: signed, but not checked here. */
  [claim: string]: unknown
}

/**
 * Claims of a currently valid access token signed by one of `keys`. The caller checks issuer and audience, which depend
 * on the keys' owner, and looks up in the database whether the token was revoked.
 *
 * @param options.keys a JWK set or its list of keys; only public parts are used
 * @param options.now milliseconds, UTC, or a Date
 * @throws DomainError `not_signed_in` with the error catalog's message for the first failed check, in this order:
 * structure, header, algorithm, signature, exp, nbf, iat, sub, aud, iss, typ
 */
export async function verifyAccessToken(
  token: string,
  options: { keys: KeySet; now: number | Date },
): Promise<AccessTokenClaims> {
  const now = Number(options.now)
  const { header, payload } = await verifySignedToken(token, options.keys)
  const claims = jsonObject(payload) ?? {}
  const { exp, nbf, iat, sub, aud, iss } = claims

  if (!isTime(exp)) throw tokenRefused('Missing exp claim')
  // Each condition states what must be true, so that a non-numeric time (NaN) is refused.
  if (!(now < exp * SECOND_MS)) throw tokenRefused('JWT has expired')
  if (nbf !== undefined && !(isTime(nbf) && nbf * SECOND_MS <= now)) throw tokenRefused('Token not yet valid')
  if (iat !== undefined && !(isTime(iat) && iat * SECOND_MS <= now + CLOCK_SKEW_MS)) {
    throw tokenRefused('Token issued in the future')
  }
  if (!isText(sub)) throw tokenRefused('Missing subject claim')
  if (!isText(aud)) throw tokenRefused('Missing audience claim')
  if (!isText(iss) || header.typ !== ACCESS_TOKEN_TYPE) throw tokenRefused('Invalid user token')
  return { ...claims, iss, aud, sub, exp }
}

/** True for a finite number; JSON's `1e999` parses as Infinity. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
