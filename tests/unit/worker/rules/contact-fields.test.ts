import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Email, NullableEmail, NullablePhone, NullableUrl, NullableWebsite } from '#worker/rules/fields.ts'
import { messageOf } from './messages.ts'

test('an email address is trimmed and its domain lower-cased', () => {
  expect(v.parse(Email, ' Ada@Shop.EXAMPLE ')).toBe('Ada@shop.example')
  expect(v.parse(NullableEmail, ' Ada@Shop.EXAMPLE ')).toBe('Ada@shop.example')
})

test.each([undefined, null, 7, '', 'ada', 'a\0@shop.example'])(
  '%j is refused as an email address',
  (value) => {
    expect(messageOf(Email, value)).toBe('Invalid email format')
  },
)

test.each([null, '', '  '])('%j is allowed as an empty email address or URL', (value) => {
  expect(v.parse(NullableEmail, value)).toBeNull()
  expect(v.parse(NullableUrl, value)).toBeNull()
})

test('an email address or URL that is given has to be valid', () => {
  expect(messageOf(NullableEmail, 'ada')).toBe('Invalid email format')
  expect(messageOf(NullableUrl, 'shop.example')).toBe('Invalid URL format')
  expect(messageOf(NullableUrl, 7)).toBe('Invalid URL format')
  expect(v.parse(NullableUrl, ' https://shop.example/ ')).toBe('https://shop.example/')
})

test.each([
  ['shop.example', 'https://shop.example'],
  ['www.shop.example/menu?x=1', 'https://www.shop.example/menu?x=1'],
  ['http://shop.example', 'http://shop.example'],
  [' ', null],
  [null, null],
])('a website may be entered without its scheme: %j', (typed, stored) => {
  expect(v.parse(NullableWebsite, typed)).toBe(stored)
})

test.each(['example', 'javascript:alert(1)', 'shop.example:x@evil.example', 'a b.example'])(
  'a website is refused: %s',
  (typed) => {
    expect(messageOf(NullableWebsite, typed)).toBe('Invalid URL format')
  },
)

test.each(['+351 222 000 000', '(030) 123-45678', '030/12.34.56.78'])(
  'a phone number is accepted: %s',
  (typed) => {
    expect(v.parse(NullablePhone, typed)).toBe(typed)
  },
)

test.each(['call me', '123', '(030) 123-456', '+', '1'.repeat(41)])(
  'a phone number is refused: %s',
  (typed) => {
    expect(messageOf(NullablePhone, typed)).toContain('Enter the number')
  },
)
