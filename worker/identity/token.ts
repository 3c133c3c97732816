import { jsonObject, tokenRefused, verifySignedToken } from '../platform/jws/signed-token.ts'
import type { KeySet } from '../platform/jws/verification-key.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'

/** RFC 9068: keeps other tokens of the same keys from passing as access tokens. */
export const ACCESS_TOKEN_TYPE = 'at+jwt'
const CLOCK_SKEW_MS = MINUTE_MS

interface AccessTokenClaims {
  iss: string
  aud: string
  sub: string
  /** Seconds. */
  exp: number
  /** org, scope, jti, iat and the like: signed, but not looked at here. */
  [claim: string]: unknown
}

/**
 * The claims of an access token that one of `keys` signed and that is valid now. The caller checks issuer and audience,
 * which depend on whose keys they are; the database knows whether the token was revoked.
 *
 * @param options.keys a JWK set or its list of keys; only public parts are used
 * @param options.now milliseconds, UTC, or a Date
 * @throws DomainError `not_signed_in` with the message of the catalogue for the first thing that is wrong, in this
 *   order: structure, header, algorithm, signature, exp, nbf, iat, sub, aud, iss, typ
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
  // Each condition says what must be true, so that a time that is no number is refused.
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

/** Seconds; JSON's 1e999 reads as infinite. */
function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
