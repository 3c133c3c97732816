import { DomainError } from '../../errors.ts'
import { base64Url, fromBase64Url } from '../ids.ts'
import {
  ALGORITHMS,
  type Algorithm,
  findVerificationKey,
  type KeySet,
  type VerificationKey,
} from './verification-key.ts'

const MAX_TOKEN_CHARS = 8 * 1024

interface SignedToken {
  header: Record<string, unknown>
  payload: Uint8Array
}

/**
 * Verifies a compact JWS signed with ES256 or RS256 by the one key of the set that its header names, and returns its
 * header and payload. Keys and key URLs inside the token (jwk, jku, x5c, x5u) are ignored. The claims aren't checked.
 *
 * @throws DomainError `not_signed_in` with the error catalog's message for the first problem
 */
export async function verifySignedToken(token: string, keys: KeySet): Promise<SignedToken> {
  const parts = typeof token === 'string' && token.length <= MAX_TOKEN_CHARS ? token.split('.') : []
  const [head, payload, signature] = parts.map(fromBase64Url)
  if (parts.length !== 3 || !head || !payload || !signature) throw tokenRefused('Invalid JWT structure')

  const header = jsonObject(head)
  if (!header) throw tokenRefused('Invalid JWT header')
  const algorithm = acceptedAlgorithm(header.alg)
  // Critical extensions must be understood, and we support none.
  if (Object.hasOwn(header, 'crit')) throw tokenRefused('Invalid JWT header')

  const key = findVerificationKey(keys, header.kid, algorithm)
  const signed = new TextEncoder().encode(token.slice(0, token.lastIndexOf('.')))
  if (!key || !(await isSignedBy(key, algorithm, signature, signed)))
    throw tokenRefused('Invalid JWT signature')
  return { header, payload }
}

export async function signClaims(
  key: CryptoKey,
  header: { typ: string; kid?: string },
  claims: object,
): Promise<string> {
  const signed = [{ alg: 'ES256', ...header }, claims]
    .map((part) => base64Url(new TextEncoder().encode(JSON.stringify(part))))
    .join('.')
  const signature = await crypto.subtle.sign(ALGORITHMS.ES256, key, new TextEncoder().encode(signed))
  return `${signed}.${base64Url(new Uint8Array(signature))}`
}

/** Null for other JSON, invalid JSON and invalid UTF-8. */
export function jsonObject(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    )
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

/** Also false for a key that isn't a point on its curve. */
export async function isSignedBy(
  key: VerificationKey,
  algorithm: Algorithm,
  signature: Uint8Array<ArrayBuffer>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const parameters = ALGORITHMS[algorithm]
  const imported = await crypto.subtle.importKey('jwk', key, parameters, false, ['verify']).catch(() => null)
  return imported !== null && crypto.subtle.verify(parameters, imported, signature, signed)
}

function acceptedAlgorithm(alg: unknown): Algorithm {
  if (typeof alg === 'string' && alg.toLowerCase() === 'none') throw tokenRefused('Insecure algorithm none')
  if (alg !== 'ES256' && alg !== 'RS256') throw tokenRefused('Invalid alg claim')
  return alg
}

type TokenMessage =
  | 'Invalid JWT structure'
  | 'Invalid JWT header'
  | 'Insecure algorithm none'
  | 'Invalid alg claim'
  | 'Invalid JWT signature'
  | 'Missing exp claim'
  | 'JWT has expired'
  | 'Token not yet valid'
  | 'Token issued in the future'
  | 'Missing subject claim'
  | 'Missing audience claim'
  | 'Invalid user token'

export function tokenRefused(message: TokenMessage): DomainError {
  return new DomainError('not_signed_in', message)
}
