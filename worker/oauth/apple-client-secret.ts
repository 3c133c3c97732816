import { signClaims } from '../platform/jws/signed-token.ts'
import { ALGORITHMS } from '../platform/jws/verification-key.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'

const LIFETIME_MS = 5 * MINUTE_MS
const AUDIENCE = 'https://appleid.apple.com'

interface AppleClient {
  id: string
  teamId: string
  keyId: string
  privateKey: string
}

/**
 * Apple's client secret: a token that identifies us, signed with our key (ES256) and valid for five minutes.
 *
 * @throws if the key isn't a P-256 key in PKCS#8
 */
export async function appleClientSecret(client: AppleClient, now: number): Promise<string> {
  const bytes = keyBytes(client.privateKey)
  const key = await crypto.subtle.importKey('pkcs8', bytes, ALGORITHMS.ES256, false, ['sign'])
  const claims = {
    iss: client.teamId,
    sub: client.id,
    aud: AUDIENCE,
    iat: Math.floor(now / SECOND_MS),
    exp: Math.floor((now + LIFETIME_MS) / SECOND_MS),
  }
  return signClaims(key, { typ: 'JWT', kid: client.keyId }, claims)
}

/** Accepts the key with or without PEM lines; a one-line setting may write line breaks as `\n`. */
function keyBytes(privateKey: string): Uint8Array<ArrayBuffer> {
  const text = privateKey.replace(/-----[A-Z ]+-----/g, '').replace(/\\n|\s/g, '')
  return new Uint8Array(Buffer.from(text, 'base64'))
}
