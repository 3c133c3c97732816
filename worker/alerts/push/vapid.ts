import type { BackgroundContext } from '../../context.ts'
import { base64Url, fromBase64Url } from '../../platform/ids.ts'
import { signClaims } from '../../platform/jws/signed-token.ts'
import { ALGORITHMS } from '../../platform/jws/verification-key.ts'
import { HOUR_MS, SECOND_MS } from '../../rules/durations.ts'

/** Lifetime of a token; RFC 8292 allows at most a day. */
const LIFETIME_MS = 12 * HOUR_MS
const UNCOMPRESSED = 4

/** The public key for push subscriptions, as base64url of its point; null if this server sends no push messages. */
export function pushKey({ settings }: BackgroundContext): string | null {
  const key = settings.PUSH_PRIVATE_JWK
  if (!key) return null
  return base64Url(Uint8Array.of(UNCOMPRESSED, ...bytesOf(key.x), ...bytesOf(key.y)))
}

/**
 * RFC 8292: a token valid only for the endpoint's service, and the public key that verifies it.
 *
 * @returns null if this server sends no push messages
 */
export async function vapidHeader(ctx: BackgroundContext, endpoint: string): Promise<string | null> {
  const { PUSH_PRIVATE_JWK: jwk, SUPPORT_EMAIL, APP_ORIGIN } = ctx.settings
  if (!jwk) return null
  const { kty, crv, x, y, d } = jwk
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, ALGORITHMS.ES256, false, ['sign'])
  const token = await signClaims(
    key,
    { typ: 'JWT' },
    {
      aud: new URL(endpoint).origin,
      exp: Math.floor((ctx.now() + LIFETIME_MS) / SECOND_MS),
      sub: SUPPORT_EMAIL ? `mailto:${SUPPORT_EMAIL}` : APP_ORIGIN,
    },
  )
  return `vapid t=${token}, k=${pushKey(ctx)}`
}

function bytesOf(text: string): Uint8Array {
  const bytes = fromBase64Url(text)
  if (!bytes) throw new Error('PUSH_PRIVATE_JWK has a coordinate that is no base64url')
  return bytes
}
