import { base64Url } from '../platform/ids.ts'
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
 * What Apple takes for a client secret: a token that says who we are, signed with our key (ES256), good for five minutes.
 *
 * @param now milliseconds, UTC
 * @throws when the key is no P-256 key in PKCS#8
 */
export async function appleClientSecret(client: AppleClient, now: number): Promise<string> {
  const key = await crypto.subtle.importKey(
    'pkcs8',
    keyBytes(client.privateKey),
    { name: 'ECDSA', namedCurve: 'P-256' },
    false,
    ['sign'],
  )
  const header = { alg: 'ES256', kid: client.keyId, typ: 'JWT' }
  const claims = {
    iss: client.teamId,
    sub: client.id,
    aud: AUDIENCE,
    iat: Math.floor(now / SECOND_MS),
    exp: Math.floor((now + LIFETIME_MS) / SECOND_MS),
  }
  const signed = `${encoded(header)}.${encoded(claims)}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    new TextEncoder().encode(signed),
  )
  return `${signed}.${base64Url(new Uint8Array(signature))}`
}

/** The key with or without the lines around it; a setting of one line may hold its line breaks as `\n`. */
function keyBytes(privateKey: string): Uint8Array<ArrayBuffer> {
  const text = privateKey.replace(/-----[A-Z ]+-----/g, '').replace(/\\n|\s/g, '')
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}

function encoded(value: object): string {
  return base64Url(new TextEncoder().encode(JSON.stringify(value)))
}
