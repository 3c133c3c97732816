import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Email, NullableEmail, NullableUrl } from '#worker/rules/fields.ts'
import { messageOf } from './messages.ts'

test('an address is trimmed and its domain lower-cased', () => {
  expect(v.parse(Email, ' Ada@Shop.EXAMPLE ')).toBe('Ada@shop.example')
  expect(v.parse(NullableEmail, ' Ada@Shop.EXAMPLE ')).toBe('Ada@shop.example')
})

test.each([undefined, null, 7, '', 'ada', 'a\0@shop.example'])(
  '%j is refused as an e-mail address',
  (value) => {
    expect(messageOf(Email, value)).toBe('Invalid email format')
  },
)

test.each([null, '', '  '])('%j is no address and no URL, which is allowed', (value) => {
  expect(v.parse(NullableEmail, value)).toBeNull()
  expect(v.parse(NullableUrl, value)).toBeNull()
})

test('what is given must be valid', () => {
  expect(messageOf(NullableEmail, 'ada')).toBe('Invalid email format')
  expect(messageOf(NullableUrl, 'shop.example')).toBe('Invalid URL format')
  expect(messageOf(NullableUrl, 7)).toBe('Invalid URL format')
  expect(v.parse(NullableUrl, ' https://shop.example/ ')).toBe('https://shop.example/')
})
