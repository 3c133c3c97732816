import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emailKey, SignInInput, SignUpInput } from '#worker/rules/auth.ts'
import { messageOf } from './messages.ts'

const ADA = { email: ' Ada@Shop.EXAMPLE', password: 'Harbor-Lantern-42', fullName: ' Ada Lovelace ' }

test('sign-up input is cleaned, but the password stays as typed', () => {
  expect(v.parse(SignUpInput, { ...ADA, password: ' Harbor-Lantern-42 ', role: 'admin' })).toEqual({
    email: 'Ada@shop.example',
    password: ' Harbor-Lantern-42 ',
    fullName: 'Ada Lovelace',
  })
})

test.each([
  [{ email: 'ada' }, 'Invalid email format'],
  [{ email: undefined }, 'Invalid email format'],
  [{ password: '' }, 'Enter your password.'],
  [{ password: undefined }, 'Enter your password.'],
  [
    { password: 'zzzzzzzz' },
    'Add uppercase letters (A-Z), Add numbers (0-9), Add special characters (!@#$%^&*)',
  ],
  [{ password: 'Zz3!-lovelace' }, 'Avoid using personal information'],
  [{ fullName: '  ' }, 'Enter your name.'],
  [{ fullName: 'x'.repeat(121) }, 'Name can have at most 120 characters.'],
  [{ fullName: '<script>' }, 'Invalid user data'],
  [{ fullName: "' or '1'='1" }, 'Invalid user data'],
])('a sign-up with %j gives %j', (change, message) => {
  expect(messageOf(SignUpInput, { ...ADA, ...change })).toBe(message)
})

test('a refused password is reported on the password field', () => {
  const { issues } = v.safeParse(SignUpInput, { ...ADA, password: 'zzzzzzzz' })
  expect(issues?.map((issue) => v.getDotPath(issue))).toEqual(['password'])
})

test.each(["O'Brien", "D'Arcy", 'Select Comfort', 'Drop Shop', 'Union Cafe', 'Anne-Marie', 'x'.repeat(120)])(
  'the name %s may sign up',
  (fullName) => {
    expect(messageOf(SignUpInput, { ...ADA, fullName })).toBeNull()
  },
)

test("signing in has no password requirements except that it isn't empty", () => {
  expect(v.parse(SignInInput, { email: 'Ada@Shop.example', password: 'x' })).toEqual({
    email: 'Ada@shop.example',
    password: 'x',
    keep: false,
  })
  expect(messageOf(SignInInput, { email: 'ada', password: 'x' })).toBe('Invalid email format')
  expect(messageOf(SignInInput, { email: 'ada@shop.example', password: '' })).toBe('Enter your password.')
})

test('the lookup key of an email address ignores case', () => {
  expect(emailKey('Ada.L@Shop.EXAMPLE')).toBe('ada.l@shop.example')
  expect(emailKey('ZO\u00cb@shop.example')).toBe('zo\u00eb@shop.example')
  // No other character may be mapped to ASCII.
  for (let code = 0x80; code <= 0xffff; code += 1) {
    expect(emailKey(String.fromCharCode(code))).not.toMatch(/^[\0-\x7f]*$/)
  }
})
