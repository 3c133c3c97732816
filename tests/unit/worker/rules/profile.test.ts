import * as v from 'valibot'
import { expect, test } from 'vitest'
import { UpdateProfileInput } from '#worker/rules/profile.ts'
import { messageOf } from './messages.ts'

const RULE = 'Username must be 3-20 characters, alphanumeric with - or _'

test.each(['ana', 'Ana-Reis_7', 'x'.repeat(20), ' ana '])('%j is accepted as a username', (username) => {
  expect(v.parse(UpdateProfileInput, { username })).toEqual({ username: username.trim() })
})

test.each(['', '  ', null])('the username is cleared with %j', (username) => {
  expect(v.parse(UpdateProfileInput, { username })).toEqual({ username: null })
})

test.each([
  ['an', RULE],
  ['x'.repeat(21), RULE],
  ['ana reis', RULE],
  ['José', RULE],
  ['@ana', RULE],
  [7, RULE],
  ["ana' OR '1'='1", 'Input contains potential SQL injection'],
  ['<script>alert(1)</script>', 'Input contains potential XSS attempt'],
])('the username %j is refused: %s', (username, message) => {
  expect(messageOf(UpdateProfileInput, { username })).toBe(message)
})
