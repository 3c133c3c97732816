import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { matchingStep, newTotpSecret, totpUri } from '#worker/identity/factors/stored-factor.ts'

const VECTORS = '../shared/vectors/rfc_vectors.json'
/** '12345678901234567890', the secret of RFC 4226 and RFC 6238. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const STEP_MS = 30_000

interface Vector {
  kind: string
  alg?: string
  secret_base32: string
  counter: number
  /** In seconds. */
  time: number
  code: string
  code6: string
}

test.each([
  // RFC 6238, appendix B: the last six of eight digits.
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('at second %i the code is %s, as in RFC 6238', (seconds, code) => {
  expect(matchingStep(RFC_SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test.each(
  [
    // RFC 4226, appendix D: the counter is the time step.
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ].map((code, step) => [step, code] as const),
)('step %i has the code %s, as in RFC 4226', (step, code) => {
  expect(matchingStep(RFC_SECRET, code, step * STEP_MS)).toBe(step)
})

describe.runIf(existsSync(VECTORS))('shared vectors', () => {
  const vectors: Vector[] = existsSync(VECTORS) ? JSON.parse(readFileSync(VECTORS, 'utf8')) : []

  test.each(vectors.filter(({ kind, alg }) => kind === 'totp' && alg === 'SHA1'))(
    'TOTP at second $time is $code6',
    ({ secret_base32, time, code6 }) => {
      expect(matchingStep(secret_base32, code6, time * 1000)).toBe(Math.floor(time / 30))
    },
  )

  test.each(vectors.filter(({ kind }) => kind === 'hotp'))('HOTP $counter is $code', ({ counter, code }) => {
    expect(matchingStep(RFC_SECRET, code, counter * STEP_MS)).toBe(counter)
  })

  test.each(vectors.filter(({ kind, alg }) => kind === 'totp' && alg !== 'SHA1'))(
    'codes made with $alg at second $time are refused',
    ({ secret_base32, time, code6 }) => {
      expect(matchingStep(secret_base32, code6, time * 1000)).toBeNull()
    },
  )
})

test('a code is valid in its own step, the one before and the one after, to the millisecond', () => {
  const [step, code] = [8, '399871']
  const begins = step * STEP_MS
  expect(matchingStep(RFC_SECRET, code, begins - STEP_MS - 1)).toBeNull()
  expect(matchingStep(RFC_SECRET, code, begins - STEP_MS)).toBe(step)
  expect(matchingStep(RFC_SECRET, code, begins - 1)).toBe(step)
  expect(matchingStep(RFC_SECRET, code, begins)).toBe(step)
  expect(matchingStep(RFC_SECRET, code, begins + 2 * STEP_MS - 1)).toBe(step)
  expect(matchingStep(RFC_SECRET, code, begins + 2 * STEP_MS)).toBeNull()
})

test.each(['', '39987', '3998710', '399870', '39987a', ' 399871'])('%j is refused as a code', (code) => {
  expect(matchingStep(RFC_SECRET, code, 8 * STEP_MS)).toBeNull()
})

test('a secret has 160 bits and is never repeated', () => {
  const secrets = Array.from({ length: 200 }, newTotpSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(secrets).size).toBe(secrets.length)
})

test('the otpauth URI names the product, the account and the code parameters', () => {
  const uri = new URL(totpUri(RFC_SECRET, 'ada+shop&co@example.test'))
  expect(decodeURIComponent(uri.pathname)).toContain('Review Dashboard:ada+shop&co@example.test')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Review Dashboard',
    secret: RFC_SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
