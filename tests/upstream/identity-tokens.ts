import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** Flaws that an identity token can have: the variants of the fault `id_token`. */
export const TOKEN_FLAWS = [
  'audience',
  'issuer',
  'expired',
  'nonce',
  'no_nonce',
  'no_subject',
  'unsigned',
  'shared_secret',
  'foreign_key',
  'unknown_key',
  'tampered',
  'missing',
] as const

export interface SigningKey {
  id: string
  privateKey: KeyObject
  /** Public key as in the provider's key set. */
  jwk: Record<string, unknown>
}

type Claims = Record<string, unknown>

const RSA_BITS = 2048

export function createSigningKey(id: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: id, use: 'sig', alg: 'RS256' }
  return { id, privateKey, jwk }
}

/** An RS256 token, with a flaw if one is given; null for the flaw `missing`. */
export function signedIdToken(key: SigningKey, claims: Claims, flaw: string | null = null): string | null {
  const bent = bentClaims(claims, flaw)
  switch (flaw) {
    case 'missing':
      return null
    case 'unsigned':
      return `${encode({ alg: 'none' })}.${encode(bent)}.`
    case 'shared_secret': {
      // Misuses the public key as a shared HMAC secret.
      const message = `${encode({ alg: 'HS256', kid: key.id })}.${encode(bent)}`
      return `${message}.${createHmac('sha256', String(key.jwk.n)).update(message).digest('base64url')}`
    }
    case 'foreign_key':
      return rs256(createSigningKey(key.id), bent)
    case 'unknown_key':
      return rs256({ ...key, id: 'nobody-knows-this-key' }, bent)
    case 'tampered': {
      const [header, , signature] = rs256(key, bent).split('.')
      return `${header}.${encode({ ...bent, sub: 'somebody-else' })}.${signature}`
    }
    default:
      return rs256(key, bent)
  }
}

function bentClaims(claims: Claims, flaw: string | null): Claims {
  switch (flaw) {
    case 'audience':
      return { ...claims, aud: 'another-client' }
    case 'issuer':
      return { ...claims, iss: 'https://accounts.example.test' }
    case 'expired':
      return { ...claims, iat: Number(claims.iat) - 7_200, exp: Number(claims.iat) - 3_600 }
    case 'nonce':
      return { ...claims, nonce: 'of-another-attempt' }
    case 'no_nonce': {
      const { nonce: _, ...others } = claims
      return others
    }
    case 'no_subject': {
      const { sub: _, ...others } = claims
      return others
    }
    default:
      return claims
  }
}

function rs256(key: SigningKey, claims: Claims): string {
  const message = `${encode({ alg: 'RS256', kid: key.id, typ: 'JWT' })}.${encode(claims)}`
  return `${message}.${sign('sha256', Buffer.from(message), key.privateKey).toString('base64url')}`
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
