import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { INVALID_EMAIL, INVALID_URL, isEmail, isHttpUrl, normalizeEmail } from '#worker/rules/validators.ts'
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
])('%s is a valid email address', (email) => {
  expect(isEmail(email)).toBe(true)
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
])('%j is not a valid email address', (email) => {
  expect(isEmail(email)).toBe(false)
})

test('an email address keeps its local part, and its domain is lower-cased', () => {
  expect(normalizeEmail('Ada.L@Shop.EXAMPLE')).toBe('Ada.L@shop.example')
})

describe.runIf(hasVectors('email_isemail.json'))('collected email addresses', () => {
  interface Case {
    address: string
    category: string
  }
  const cases = vectors<Case>('email_isemail.json')

  test('addresses that no standard allows are refused', () => {
    const wrong = cases.filter(({ category }) => category === 'ISEMAIL_ERR')
    expect(wrong.length).toBeGreaterThan(50)
    expect(wrong.filter(({ address }) => isEmail(address))).toEqual([])
  })

  test('plain addresses with a dotted domain are accepted', () => {
    const plain = cases.filter(
      ({ address, category }) => category === 'ISEMAIL_VALID_CATEGORY' && /@.*\./.test(address),
    )
    expect(plain.length).toBeGreaterThan(10)
    expect(plain.filter(({ address }) => !isEmail(address))).toEqual([])
  })

  test('every address gets a result without an error', () => {
    for (const { address } of cases) expect(typeof isEmail(address)).toBe('boolean')
    for (const { payload } of vectors<{ payload: string }>('email_fuzzdb.json')) {
      expect(typeof isEmail(payload)).toBe('boolean')
    }
  })
})

test.each([
  'https://shop.example',
  'http://shop.example:8080/path?q=1#top',
  'HTTPS://SHOP.EXAMPLE/',
  'https://müller.example/öffnungszeiten',
  `https://shop.example/${'a'.repeat(2_048 - 21)}`,
])('%j is a valid web address', (url) => {
  expect(isHttpUrl(url)).toBe(true)
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
])('%j is not a valid web address', (url) => {
  expect(isHttpUrl(url)).toBe(false)
})

describe.runIf(hasVectors('url_wpt.json'))('collected URLs', () => {
  test('URLs that the standard refuses are refused, and none throws', () => {
    const cases = vectors<{ input: string; failure?: boolean }>('url_wpt.json')
    const failures = cases.filter(({ failure }) => failure)
    expect(failures.length).toBeGreaterThan(50)
    expect(failures.filter(({ input }) => isHttpUrl(input))).toEqual([])
    for (const { input } of cases) expect(typeof isHttpUrl(input)).toBe('boolean')
  })
})

test.each(HOSTILE_TEXTS.map((text) => [text.slice(0, 20), text]))(
  '64 KiB of %j are checked within 50 ms',
  (_, text) => {
    for (const check of [isEmail, isHttpUrl]) {
      expect(fastestMs(() => check(text))).toBeLessThan(50)
    }
  },
)

test('the error messages are as specified', () => {
  expect([INVALID_EMAIL, INVALID_URL]).toEqual(['Invalid email format', 'Invalid URL format'])
})
