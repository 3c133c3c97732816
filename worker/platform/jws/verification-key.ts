import * as v from 'valibot'
import { fromBase64Url } from '../ids.ts'

const MIN_BITS = 2048
/** Longer keys only cost time, and none are known to be in use. */
const MAX_BITS = 4096
const EXPONENT = 65537

/**
 * Primes that reveal keys of the generator with the ROCA flaw (CVE-2017-15361). Its moduli are powers of 65537 modulo
 * each of these primes; other moduli practically never are.
 */
const ROCA_PRIMES = [
  3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
  109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
]
const ROCA_REMAINDERS = ROCA_PRIMES.map((prime) => ({ prime: BigInt(prime), powers: powersModulo(prime) }))

/** True if an RSA modulus (big-endian) is odd, of an allowed size and not from the broken generator. */
export function isSoundModulus(modulus: Uint8Array): boolean {
  const digits = [...modulus].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const n = BigInt(`0x${digits || '0'}`)
  const bits = n.toString(2).length
  return bits >= MIN_BITS && bits <= MAX_BITS && n % 2n === 1n && !isFromBrokenGenerator(n)
}

function isFromBrokenGenerator(n: bigint): boolean {
  return ROCA_REMAINDERS.every(({ prime, powers }) => powers.has(Number(n % prime)))
}

function powersModulo(prime: number): Set<number> {
  const powers = new Set<number>()
  for (let power = 1; !powers.has(power); power = (power * EXPONENT) % prime) powers.add(power)
  return powers
}

/** A JSON Web Key Set or its list of keys; untrusted. */
export type KeySet = { readonly keys: readonly object[] } | readonly object[]

/** A token names its algorithm, but only this table decides how it is verified. */
export const ALGORITHMS = {
  ES256: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
} as const
export type Algorithm = keyof typeof ALGORITHMS

const COORDINATE_BYTES = 32
export const Coordinate = v.pipe(
  v.string(),
  v.check((text) => fromBase64Url(text)?.byteLength === COORDINATE_BYTES, 'must be 32 bytes in base64url'),
)
const Modulus = v.pipe(
  v.string(),
  v.check((text) => isSoundModulus(fromBase64Url(text) ?? new Uint8Array())),
)
const USE = {
  use: v.optional(v.literal('sig')),
  key_ops: v.optional(
    v.pipe(
      v.array(v.string()),
      v.check((operations) => operations.includes('verify')),
    ),
  ),
}

/** Only the members needed for verification are used, so that no other can have an effect. */
const USABLE = {
  ES256: v.pipe(
    v.object({
      ...USE,
      alg: v.optional(v.literal('ES256')),
      kty: v.literal('EC'),
      crv: v.literal('P-256'),
      x: Coordinate,
      y: Coordinate,
    }),
    v.transform(({ kty, crv, x, y }) => ({ kty, crv, x, y })),
  ),
  RS256: v.pipe(
    v.object({
      ...USE,
      alg: v.optional(v.literal('RS256')),
      kty: v.literal('RSA'),
      n: Modulus,
      e: v.literal('AQAB'), // 65,537
    }),
    v.transform(({ kty, n, e }) => ({ kty, n, e })),
  ),
}
export type VerificationKey = v.InferOutput<(typeof USABLE)[Algorithm]>

/**
 * The only key of the set with this id, if it may verify this algorithm; null if there is none, or several with that
 * id, of whatever type.
 */
export function findVerificationKey(
  keys: KeySet,
  keyId: unknown,
  algorithm: Algorithm,
): VerificationKey | null {
  if (typeof keyId !== 'string') return null
  const named = keysNamed(keys, keyId)
  const usable = v.safeParse(USABLE[algorithm], named[0])
  return named.length === 1 && usable.success ? usable.output : null
}

export function keysNamed(keys: KeySet, keyId: string | undefined): object[] {
  const list: readonly { kid?: unknown }[] = 'length' in keys ? keys : keys.keys
  return list.filter((key) => key?.kid === keyId)
}
