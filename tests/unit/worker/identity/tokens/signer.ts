import { base64Url } from '#worker/platform/ids.ts'

const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  ES384: { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  PS256: { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 },
} as const

export interface Signer {
  /** The public key, as a set would list it. */
  jwk: JsonWebKey & { kid: string }
  privateJwk: JsonWebKey
  /** A signed token; header members come over those of a good one, and may be undefined to leave one out. */
  sign(claims: unknown, header?: object): Promise<string>
  /** The signature alone, over any text, in base64url. */
  signature(text: string): Promise<string>
}

/** A key pair that signs whatever it is given, right or wrong. */
export async function createSigner(
  alg: keyof typeof ALGORITHMS,
  options: { kid?: string; modulusLength?: number; exponent?: number[] } = {},
): Promise<Signer> {
  const parameters = ALGORITHMS[alg]
  const { modulusLength = 2048, exponent = [1, 0, 1] } = options
  const pair = (await crypto.subtle.generateKey(
    { ...parameters, modulusLength, publicExponent: new Uint8Array(exponent) },
    true,
    ['sign', 'verify'],
  )) as CryptoKeyPair
  const kid = options.kid ?? `key-${alg}`
  const { kty, crv, x, y, n, e } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const members = kty === 'EC' ? { kty, crv, x, y } : { kty, n, e }

  async function signature(text: string) {
    const bytes = await crypto.subtle.sign(parameters, pair.privateKey, new TextEncoder().encode(text))
    return base64Url(new Uint8Array(bytes))
  }
  return {
    jwk: { ...members, kid, alg, use: 'sig' },
    privateJwk: await crypto.subtle.exportKey('jwk', pair.privateKey),
    signature,
    async sign(claims, header = {}) {
      const text = [{ alg, typ: 'at+jwt', kid, ...header }, claims].map(encoded).join('.')
      return `${text}.${await signature(text)}`
    },
  }
}

/** A part of a token: JSON in base64url; a string is taken as it is. */
export function encoded(part: unknown): string {
  const text = typeof part === 'string' ? part : JSON.stringify(part)
  return base64Url(new TextEncoder().encode(text))
}
