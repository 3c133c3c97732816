import { expect, test } from 'vitest'
import { decimalId, uuid } from '#worker/rules/fields.ts'
import { messageOf } from './messages.ts'

test.each([
  ['0199a3c4-7d1e-7c2b-9f00-0123456789ab', null],
  ['0199A3C4-7D1E-7C2B-9F00-0123456789AB', 'No.'],
  ['0199a3c4-7d1e-7c2b-9f00-0123456789a', 'No.'],
  ['local-0199a3c4-7d1e-7c2b-9f00-0123456789ab', 'No.'],
  ["' or 1=1", 'No.'],
  ['', 'No.'],
  [7, 'No.'],
])('a UUID of %j gives %j', (id, message) => {
  expect(messageOf(uuid('No.'), id)).toBe(message)
})

test.each([
  ['1', null],
  ['9007199254740991', null],
  ['9007199254740992', 'No.'],
  ['99999999999999999', 'No.'],
  ['0', 'No.'],
  ['01', 'No.'],
  ['-1', 'No.'],
  ['1.5', 'No.'],
  ['1e3', 'No.'],
  ['0x10', 'No.'],
  [' 1', 'No.'],
  ['', 'No.'],
  [1, 'No.'],
])('a decimal id of %j gives %j', (id, message) => {
  expect(messageOf(decimalId('No.'), id)).toBe(message)
})
