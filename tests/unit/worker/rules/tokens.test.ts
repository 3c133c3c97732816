import * as v from 'valibot'
import { expect, test } from 'vitest'
import { TOKEN_SCOPES, TokenInput, tokenMayCall } from '#worker/rules/tokens.ts'

test('a token can read and write unless other scopes are requested', () => {
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

test('a scope allows only its own procedures', () => {
  expect(tokenMayCall(['read'], 'reviews.list')).toBe(true)
  expect(tokenMayCall(['write'], 'reviews.list')).toBe(false)
  expect(tokenMayCall(['write'], 'responses.create')).toBe(true)
  expect(tokenMayCall(['read'], 'responses.create')).toBe(false)
  expect(tokenMayCall([], 'reviews.list')).toBe(false)
  expect(tokenMayCall([''], 'reviews.list')).toBe(false)
})

test.each([
  'auth.token',
  'auth.changePassword',
  'auth.sessions.list',
  'profile.get',
  'profile.update',
  'screens.security',
  'connections.link',
  'imports.renewMailAddress',
  'billing.checkout',
  'organizations.invite',
  'apiKeys.create',
  'something.that.comes.later',
  'reviews',
  'reviews.list.more',
  'toString',
  '',
])('no scope allows %j', (path) => {
  expect(tokenMayCall([...TOKEN_SCOPES, '*', 'admin'], path)).toBe(false)
})

test('a token with the read scope can get the session', () => {
  expect(tokenMayCall(['read'], 'auth.session')).toBe(true)
  expect(tokenMayCall(['write'], 'auth.session')).toBe(false)
})
