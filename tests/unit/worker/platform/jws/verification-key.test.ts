import { expect, test } from 'vitest'
import { base64Url } from '#worker/platform/ids.ts'
import { verifySignedToken } from '#worker/platform/jws/signed-token.ts'
import { findVerificationKey, isSoundModulus, type KeySet } from '#worker/platform/jws/verification-key.ts'
import { createSigner } from '../../identity/tokens/signer.ts'

const ec = await createSigner('ES256')
const rsa = await createSigner('RS256')
const { x, y, kid } = ec.jwk
const EC = { kty: 'EC', crv: 'P-256', x, y, kid }
const RSA = { kty: 'RSA', n: rsa.jwk.n, e: 'AQAB', kid: rsa.jwk.kid }

async function isVerified(keys: KeySet, signer = ec): Promise<boolean> {
  return verifySignedToken(await signer.sign({}), keys).then(
    () => true,
    (error: unknown) => {
      expect(error).toMatchObject({ message: 'Invalid JWT signature' })
      return false
    },
  )
}

test.each([
  ['bare', EC],
  ['for signatures', { ...EC, use: 'sig' }],
  ['for its algorithm', { ...EC, alg: 'ES256' }],
  ['to verify with', { ...EC, key_ops: ['verify'] }],
  ['to sign and verify with', { ...EC, key_ops: ['sign', 'verify'] }],
  ['with its private part', { ...ec.privateJwk, kid, key_ops: undefined }],
  ['with words that we do not know', { ...EC, ext: false, x5c: ['AAAA'], iss: 'somebody' }],
])('a key that is %s verifies', async (_, key) => {
  expect(await isVerified([key])).toBe(true)
  expect(await isVerified({ keys: [key] })).toBe(true)
})

test.each([
  ['another use', { ...EC, use: 'enc' }],
  ['a use in capitals', { ...EC, use: 'SIG' }],
  ['another algorithm', { ...EC, alg: 'ES384' }],
  ['an algorithm of another type', { ...EC, alg: 'RS256' }],
  ['other operations', { ...EC, key_ops: ['encrypt'] }],
  ['operations to sign only', { ...EC, key_ops: ['sign'] }],
  ['no operations', { ...EC, key_ops: [] }],
  ['operations that are no list', { ...EC, key_ops: 'verify' }],
  ['another type', { ...EC, kty: 'OKP' }],
  ['no type', { ...EC, kty: undefined }],
  ['another curve', { ...EC, crv: 'P-384' }],
  ['a curve of another family', { ...EC, crv: 'secp256k1' }],
  ['no curve', { ...EC, crv: undefined }],
  ['another id', { ...EC, kid: 'other' }],
  ['no id', { ...EC, kid: undefined }],
  ['a point that is not on the curve', { ...EC, y: x }],
  ['the point at zero', { ...EC, x: 'A'.repeat(43), y: 'A'.repeat(43) }],
  ['a short coordinate', { ...EC, x: x?.slice(2) }],
  ['a long coordinate', { ...EC, x: `AA${x}` }],
  ['a coordinate with padding', { ...EC, x: `${x}=` }],
  ['no coordinates', { ...EC, x: undefined, y: undefined }],
  ['a shared secret', { kty: 'oct', k: 'A'.repeat(43), kid }],
])('a key with %s does not verify', async (_, key) => {
  expect(await isVerified([key])).toBe(false)
})

test('two keys with the same id verify nothing, whatever they are', async () => {
  for (const other of [EC, { ...EC }, { ...RSA, kid }, { kty: 'oct', k: 'AAAA', kid }, { kid }]) {
    expect(await isVerified([EC, other])).toBe(false)
    expect(await isVerified([other, EC])).toBe(false)
  }
})

test('other keys in the set are ignored', async () => {
  const keys = [null, 5, 'key', {}, [], { ...RSA, n: 5 }, EC, { kid: 'other' }] as object[]
  expect(await isVerified(keys)).toBe(true)
})

test('an empty set verifies nothing', async () => {
  expect(await isVerified([])).toBe(false)
  expect(await isVerified({ keys: [] })).toBe(false)
})

test('key ids are compared without conversion, as strings only', () => {
  expect(findVerificationKey([{ ...EC, kid: '1' }], 1, 'ES256')).toBeNull()
  expect(findVerificationKey([{ ...EC, kid: 1 }], 1, 'ES256')).toBeNull()
  expect(findVerificationKey([{ ...EC, kid: undefined }], undefined, 'ES256')).toBeNull()
  expect(findVerificationKey([{ ...EC, kid: 'Key' }], 'key', 'ES256')).toBeNull()
})

test('only the members needed to verify are taken from a key', () => {
  const key = { ...rsa.privateJwk, kid: rsa.jwk.kid, key_ops: ['verify'] }
  expect(findVerificationKey([key], key.kid, 'RS256')).toEqual({ kty: 'RSA', n: rsa.jwk.n, e: 'AQAB' })
})

test('an RSA key of 2048 bits with the usual exponent verifies', async () => {
  expect(await isVerified([RSA], rsa)).toBe(true)
})

test.each([
  ['another exponent', { e: 'Aw' }],
  ['the exponent 1', { e: 'AQ' }],
  ['its exponent in other digits', { e: 'AAEAAQ' }],
  ['no exponent', { e: undefined }],
  ['an even modulus', { n: base64Url(new Uint8Array(256).fill(0xfe)) }],
  ['an empty modulus', { n: '' }],
  ['a modulus of zeros', { n: base64Url(new Uint8Array(256)) }],
  ['a modulus with padding', { n: `${rsa.jwk.n}==` }],
  ['the algorithm of another padding', { alg: 'PS256' }],
])('an RSA key with %s does not verify', async (_, change) => {
  expect(await isVerified([{ ...RSA, ...change }], rsa)).toBe(false)
})

test('RSA keys below 2048 bits and keys with exponent 3 verify nothing', async () => {
  const short = await createSigner('RS256', { modulusLength: 1920 })
  expect(await isVerified([short.jwk], short)).toBe(false)
  const old = await createSigner('RS256', { exponent: [3] })
  expect(await isVerified([old.jwk], old)).toBe(false)
})

test('leading zeros do not make a modulus longer', () => {
  const modulus = new Uint8Array(300)
  modulus.fill(0xff, 300 - 255)
  expect(isSoundModulus(modulus)).toBe(false)
})

test('a modulus from the broken generator (ROCA) is refused', () => {
  // Like the broken generator: 1 modulo each small prime, which is a power of 65537 modulo all of them.
  const primes = [3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97]
  const more = [101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167]
  const product = 2n * [...primes, ...more].reduce((all, prime) => all * BigInt(prime), 1n)
  const modulus = ((1n << 2047n) / product + 1n) * product + 1n
  expect(isSoundModulus(bytesOf(modulus))).toBe(false)
  expect(isSoundModulus(bytesOf(modulus + 2n))).toBe(true)
})

test('newly generated keys are accepted', async () => {
  for (let made = 0; made < 3; made += 1) {
    const { jwk } = await createSigner('RS256')
    expect(findVerificationKey([jwk], jwk.kid, 'RS256')).not.toBeNull()
  }
})

function bytesOf(value: bigint): Uint8Array {
  const digits = value.toString(16)
  const pairs = digits.padStart(digits.length + (digits.length % 2), '0').match(/../g) ?? []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}
