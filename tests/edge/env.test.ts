import { env } from 'cloudflare:test'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newTokenKey } from '#scripts/local/token-key.ts'
import { type Env, PRODUCTION_SCRYPT_COST, Settings, settingsOf } from '#worker/env.ts'
import example from '../../.dev.vars.example?raw'

const PRODUCTION = {
  ENVIRONMENT: 'production',
  APP_ORIGIN: 'https://reviews.example.com',
  SESSION_SECRET: 'k3yR4nd0m-and-long-enough-for-production',
  MFA_ENCRYPTION_KEY: 'an0th3r-and-long-enough-for-production',
  TOKEN_PRIVATE_JWK: newTokenKey(),
}

const KEY = JSON.parse(PRODUCTION.TOKEN_PRIVATE_JWK)
const { d: _, ...PUBLIC_KEY } = KEY

/** Variables of the example file: all of them, and those that aren't commented out. */
function exampleVariables(): { set: string[]; all: Record<string, string> } {
  const lines = [...example.matchAll(/^(# )?([A-Z][A-Z0-9_]*)=(.*)$/gm)]
  return {
    set: lines.filter(([, off]) => !off).map(([, , name = '']) => name),
    all: Object.fromEntries(lines.map(([, , name, value]) => [name, value])),
  }
}

test('the example file has exactly the variables of the schema', () => {
  expect(Object.keys(exampleVariables().all).sort()).toEqual(Object.keys(Settings.pipe[0].entries).sort())
})

test('the example file sets nothing, because the deploy button would use its values', () => {
  expect(exampleVariables().set).toEqual([])
})

test.each(['SESSION_SECRET', 'MFA_ENCRYPTION_KEY', 'TOKEN_PRIVATE_JWK'] as const)(
  'production refuses the example value of %s',
  (name) => {
    const value = exampleVariables().all[name]
    expect(v.safeParse(Settings, { ...PRODUCTION, ENVIRONMENT: 'local', [name]: value }).success).toBe(true)
    expect(v.safeParse(Settings, { ...PRODUCTION, [name]: value }).success).toBe(false)
  },
)

test('production defaults to the full password cost and no public collection', () => {
  expect(PRODUCTION_SCRYPT_COST).toBe(16384)
  expect(v.parse(Settings, PRODUCTION)).toEqual({
    ...PRODUCTION,
    TOKEN_PRIVATE_JWK: JSON.parse(PRODUCTION.TOKEN_PRIVATE_JWK),
    SCRYPT_COST: 16384,
    PUBLIC_COLLECTION: 'off',
    AI_MODEL: '@cf/google/gemma-4-26b-a4b-it',
    AI_CALLS_PER_DAY: 100,
    API_ORIGINS: [],
    KEEP_REVIEWS: [],
  })
})

test('agreements with platforms are listed one by one', () => {
  const keeps = (names: string) => v.parse(Settings, { ...PRODUCTION, KEEP_REVIEWS: names }).KEEP_REVIEWS
  expect(keeps('')).toEqual([])
  expect(keeps(' google-places, ,tripadvisor ')).toEqual(['google-places', 'tripadvisor'])
})

test.each([
  ['an agreement with nobody we know', { KEEP_REVIEWS: 'google-places,trustpilot' }],
  ['a simulator in place of the platforms', { UPSTREAM_ORIGIN: 'http://127.0.0.1:9900' }],
  ['a secret that is too short', { SESSION_SECRET: 'x'.repeat(31) }],
  ['no secret', { SESSION_SECRET: undefined }],
  ['an example secret', { SESSION_SECRET: 'example-secret-of-some-length-0123456789' }],
  ['no key for second factors', { MFA_ENCRYPTION_KEY: undefined }],
  ['an example key for second factors', { MFA_ENCRYPTION_KEY: 'example-key-of-some-length-0123456789abc' }],
  ['no key for tokens', { TOKEN_PRIVATE_JWK: undefined }],
  ['the example key for tokens', { TOKEN_PRIVATE_JWK: exampleVariables().all.TOKEN_PRIVATE_JWK }],
  ['a key for tokens that is no JSON', { TOKEN_PRIVATE_JWK: 'key' }],
  ['a public key to sign tokens with', { TOKEN_PRIVATE_JWK: JSON.stringify(PUBLIC_KEY) }],
  ['a key for tokens on another curve', { TOKEN_PRIVATE_JWK: JSON.stringify({ ...KEY, crv: 'P-384' }) }],
  ['a key for tokens with a short part', { TOKEN_PRIVATE_JWK: JSON.stringify({ ...KEY, d: 'AAAA' }) }],
  ['a symmetric key for tokens', { TOKEN_NEXT_PUBLIC_JWK: '{"kty":"oct","k":"AAAA"}' }],
  ['an empty key for tokens', { TOKEN_PREVIOUS_PUBLIC_JWK: '' }],
  ['a cheaper password hash', { SCRYPT_COST: '8192' }],
  ['plain http', { APP_ORIGIN: 'http://reviews.example.com' }],
  ['an origin with a path', { APP_ORIGIN: 'https://reviews.example.com/app' }],
  ['no origin', { APP_ORIGIN: undefined }],
  ['another environment', { ENVIRONMENT: 'staging' }],
])('production refuses %s', (_, change) => {
  expect(v.safeParse(Settings, { ...PRODUCTION, ...change }).success).toBe(false)
})

test('invalid settings are reported by name, without their values', () => {
  const values = {
    ENVIRONMENT: 'canary-1',
    APP_ORIGIN: 'canary-2',
    SESSION_SECRET: 'canary-3',
    SCRYPT_COST: 'canary-4',
    TOKEN_PRIVATE_JWK: JSON.stringify({ ...KEY, kty: 'canary-5', d: 'canary-6', crv: 'can"ary' }),
  }
  const broken = { ...env, ...values } as Env
  expect(() => settingsOf(broken)).toThrow(/ENVIRONMENT: .*APP_ORIGIN: .*SESSION_SECRET: .*SCRYPT_COST: /)
  expect(() => settingsOf(broken)).not.toThrow(/canary/)
})
