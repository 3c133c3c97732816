import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import {
  emailError,
  isEmail,
  isHttpUrl,
  normalizeEmail,
  passwordFormatError,
  phoneError,
  urlError,
  usernameError,
} from '#worker/rules/validators.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { hasVectors, vectors } from './vectors.ts'

const LABEL_63 = 'a'.repeat(63)

test.each([
  'a@b.co',
  "O'Brien+reviews@shop.example",
  'first.last@sub.shop.example',
  'info@müller.example',
  'josé@shop.example',
  `${'a'.repeat(64)}@shop.example`,
  `a@${LABEL_63}.example`,
  `a@${'b'.repeat(60)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}`,
])('%s is an e-mail address', (email) => {
  expect(emailError(email)).toBeNull()
})

test.each([
  '',
  '@',
  'plain',
  'a@b',
  'a@b@c.example',
  '@shop.example',
  'a@',
  'a@.example',
  'a@shop..example',
  'a@shop.example.',
  'a@-shop.example',
  'a@shop-.example',
  '.a@shop.example',
  'a.@shop.example',
  'a..b@shop.example',
  'a b@shop.example',
  'a@shop .example',
  ' a@shop.example',
  'a@shop.example\n',
  'a\0@shop.example',
  'a\u200B@shop.example',
  'a@shop.123',
  'a@[127.0.0.1]',
  '"a"@shop.example',
  'a<b>@shop.example',
  `${'a'.repeat(65)}@shop.example`,
  `a@${LABEL_63}a.example`,
  `a@${'b'.repeat(61)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}`,
])('%j is no e-mail address', (email) => {
  expect(emailError(email)).toBe('Invalid email format')
})

test('an address keeps its local part and lower-cases its domain', () => {
  expect(normalizeEmail('Ada.L@Shop.EXAMPLE')).toBe('Ada.L@shop.example')
})

describe.runIf(hasVectors('email_isemail.json'))('collected e-mail addresses', () => {
  interface Case {
    address: string
    category: string
  }
  const cases = vectors<Case>('email_isemail.json')

  test('all that no standard allows are refused', () => {
    const wrong = cases.filter(({ category }) => category === 'ISEMAIL_ERR')
    expect(wrong.length).toBeGreaterThan(50)
    expect(wrong.filter(({ address }) => isEmail(address))).toEqual([])
  })

  test('all plain addresses with a dotted domain are accepted', () => {
    const plain = cases.filter(
      ({ address, category }) => category === 'ISEMAIL_VALID_CATEGORY' && /@.*\./.test(address),
    )
    expect(plain.length).toBeGreaterThan(10)
    expect(plain.filter(({ address }) => !isEmail(address))).toEqual([])
  })

  test('every other one gets an answer', () => {
    for (const { address } of cases) expect(typeof isEmail(address)).toBe('boolean')
    for (const { payload } of vectors<{ payload: string }>('email_fuzzdb.json')) {
      expect(typeof isEmail(payload)).toBe('boolean')
    }
  })
})

test.each([
  ['Abcdef1!', true],
  ['Abcde1!', false],
  ['abcdef1!', false],
  ['ABCDEF1!', false],
  ['Abcdefg!', false],
  ['Abcdef12', false],
  ['Abcdef1-', false],
  ['Abcdef1?', true],
  ['Abcdef 1-&', true],
])('password %j in a form: complete is %s', (password, isComplete) => {
  expect(passwordFormatError(password)).toBe(
    isComplete
      ? null
      : 'Password must be at least 8 characters with uppercase, lowercase, number, and special character',
  )
})

test.each([
  ['abc', true],
  ['ab', false],
  ['a'.repeat(20), true],
  ['a'.repeat(21), false],
  ['Ada_L-1', true],
  ['ada l', false],
  ['adä', false],
  ['ada\n', false],
])('username %j: valid is %s', (username, isValid) => {
  expect(usernameError(username)).toBe(
    isValid ? null : 'Username must be 3-20 characters, alphanumeric with - or _',
  )
})

test.each([
  ['+1 (555) 010-9999', true],
  ['0123456789', true],
  ['012345678', false],
  ['+', false],
  ['555.010.9999', false],
  ['1+5550109999', false],
  ['((((((((((', false],
  ['', false],
])('phone %j: valid is %s', (phone, isValid) => {
  expect(phoneError(phone)).toBe(
    isValid ? null : 'Invalid phone number. Use at least 10 digits, with an optional + in front.',
  )
})

test.each([
  'https://shop.example',
  'http://shop.example:8080/path?q=1#top',
  'HTTPS://SHOP.EXAMPLE/',
  'https://müller.example/öffnungszeiten',
  `https://shop.example/${'a'.repeat(2_048 - 21)}`,
])('%j is a web address', (url) => {
  expect(urlError(url)).toBeNull()
})

test.each([
  '',
  'shop.example',
  'ftp://shop.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http:shop.example',
  'http:///shop.example',
  'https://',
  'https://user:pw@shop.example',
  'https://google.com@evil.example',
  'https://shop.example/a b',
  ' https://shop.example',
  'https://shop.example\n',
  'https://shop.example\\@evil.example',
  'https://shop.example:99999',
  'https://sh%op.example',
  `https://shop.example/${'a'.repeat(2_048 - 20)}`,
])('%j is no web address', (url) => {
  expect(urlError(url)).toBe('Invalid URL format')
})

describe.runIf(hasVectors('url_wpt.json'))('collected URLs', () => {
  test('what the standard refuses is refused, and nothing throws', () => {
    const cases = vectors<{ input: string; failure?: boolean }>('url_wpt.json')
    const failures = cases.filter(({ failure }) => failure)
    expect(failures.length).toBeGreaterThan(50)
    expect(failures.filter(({ input }) => isHttpUrl(input))).toEqual([])
    for (const { input } of cases) expect(typeof isHttpUrl(input)).toBe('boolean')
  })
})

test.each(HOSTILE_TEXTS.map((text) => [text.slice(0, 20), text]))(
  '64 KiB of %j are checked within 50 ms each',
  (_, text) => {
    for (const check of [emailError, passwordFormatError, usernameError, phoneError, urlError]) {
      expect(fastestMs(() => check(text))).toBeLessThan(50)
    }
  },
)
