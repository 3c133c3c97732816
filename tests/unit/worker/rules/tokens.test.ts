import * as v from 'valibot'
import { expect, test } from 'vitest'
import { TOKEN_SCOPES, TokenInput, tokenMayCall } from '#worker/rules/tokens.ts'

test('a token is for reading and writing unless asked for otherwise', () => {
  expect(v.parse(TokenInput, undefined)).toEqual({ scopes: ['read', 'write'] })
  expect(v.parse(TokenInput, {})).toEqual({ scopes: ['read', 'write'] })
  expect(v.parse(TokenInput, { scopes: ['read'] })).toEqual({ scopes: ['read'] })
})

test.each([[], ['admin'], ['read', 'admin'], 'read', ['READ'], null])(
  'the scopes %j are refused',
  (scopes) => {
    expect(v.safeParse(TokenInput, { scopes }).success).toBe(false)
  },
)

const reads = { type: 'query' as const }
const writes = { type: 'mutation' as const }

test('a scope opens what it names', () => {
  expect(tokenMayCall(['read'], { path: 'reviews.list', ...reads })).toBe(true)
  expect(tokenMayCall(['write'], { path: 'reviews.list', ...reads })).toBe(false)
  expect(tokenMayCall(['write'], { path: 'responses.create', ...writes })).toBe(true)
  expect(tokenMayCall(['read'], { path: 'responses.create', ...writes })).toBe(false)
  expect(tokenMayCall([], { path: 'reviews.list', ...reads })).toBe(false)
  expect(tokenMayCall([''], { path: 'reviews.list', ...reads })).toBe(false)
})

test.each([
  'auth.token',
  'auth.signOut',
  'auth.changePassword',
  'auth.mfa.remove',
  'apiKeys.create',
  'arrivals.renewMailAddress',
])('no scope opens %s', (path) => {
  expect(tokenMayCall(TOKEN_SCOPES, { path, ...writes })).toBe(false)
  expect(tokenMayCall(TOKEN_SCOPES, { path, ...reads })).toBe(false)
})

test.each(['organizations.invite', 'billing.checkout', 'profile.update'])(
  'no scope lets change with %s',
  (path) => {
    expect(tokenMayCall(TOKEN_SCOPES, { path, ...writes })).toBe(false)
    expect(tokenMayCall(TOKEN_SCOPES, { path, ...reads })).toBe(true)
  },
)

test('a bearer may ask who they are', () => {
  expect(tokenMayCall(['read'], { path: 'auth.session', ...reads })).toBe(true)
  expect(tokenMayCall(['write'], { path: 'auth.session', ...reads })).toBe(false)
})
