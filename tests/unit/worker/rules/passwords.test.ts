import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import {
  generatePassword,
  isAcceptablePassword,
  type PasswordOwner,
  scorePassword,
  strengthOf,
} from '#worker/rules/passwords.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

const LENGTH = 'Password must be between 8-128 characters'
const UPPER = 'Add uppercase letters (A-Z)'
const LOWER = 'Add lowercase letters (a-z)'
const DIGIT = 'Add numbers (0-9)'
const SPECIAL = 'Add special characters (!@#$%^&*)'
const COMMON = 'Avoid common passwords'
const PERSONAL = 'Avoid using personal information'

test.each<[password: string, score: number, strength: string, feedback: string[]]>([
  ['', 10, 'very_weak', [LENGTH, UPPER, LOWER, DIGIT, SPECIAL, COMMON]],
  ['zz', 35, 'weak', [LENGTH, UPPER, DIGIT, SPECIAL]],
  ['zzzzzzz', 35, 'weak', [LENGTH, UPPER, DIGIT, SPECIAL]],
  ['zzzzzzzz', 55, 'fair', [UPPER, DIGIT, SPECIAL]],
  ['zzzzzzzzzzz', 55, 'fair', [UPPER, DIGIT, SPECIAL]],
  ['zzzzzzzzzzzz', 65, 'fair', [UPPER, DIGIT, SPECIAL]],
  ['zzzzzzzzzzzzzzzz', 70, 'good', [UPPER, DIGIT, SPECIAL]],
  ['Zz3zzzzz', 85, 'strong', [SPECIAL]],
  ['Zz3!zzz', 80, 'good', [LENGTH]],
  ['Zz3!zzzz', 100, 'strong', []],
  ['Zz3!zzzzzzzz', 110, 'strong', []],
  ['Harbor-Lantern-42', 115, 'strong', []],
  ['Zz3!Passw0rd', 100, 'strong', [COMMON]],
  ['password', 45, 'weak', [UPPER, DIGIT, SPECIAL, COMMON]],
])('%j scores %i, %s', (password, score, strength, feedback) => {
  expect(scorePassword(password)).toEqual({ score, strength, feedback })
})

test.each([
  [0, 'very_weak'],
  [29, 'very_weak'],
  [30, 'weak'],
  [49, 'weak'],
  [50, 'fair'],
  [69, 'fair'],
  [70, 'good'],
  [84, 'good'],
  [85, 'strong'],
  [115, 'strong'],
])('a score of %i counts as %s', (score, strength) => {
  expect(strengthOf(score)).toBe(strength)
})

test.each([
  ['7 characters', `Zz3!${'z'.repeat(3)}`, false],
  ['8 characters', `Zz3!${'z'.repeat(4)}`, true],
  ['128 characters', `Zz3!${'z'.repeat(124)}`, true],
  ['129 characters', `Zz3!${'z'.repeat(125)}`, false],
  ['128 code points of two units each', `Zz3!${'🦊'.repeat(124)}`, true],
  ['7 code points of two units each', `Zz3!${'🦊'.repeat(3)}`, false],
])('%s: the length limits count code points', (_, password, isAcceptable) => {
  expect(isAcceptablePassword(password)).toBe(isAcceptable)
})

test.each([
  'password',
  '123456',
  '123456789',
  'qwerty',
  'abc123',
  'password123',
  'admin',
  'letmein',
  'welcome',
  'monkey',
  'dragon',
  'master',
  'shadow',
  'login',
  'pass',
  'test',
])('a password that contains or is contained in %s is common', (common) => {
  expect(scorePassword(`Zz9!${common.toUpperCase()}-x`).feedback).toEqual([COMMON])
  expect(scorePassword(common.slice(1)).feedback).toContain(COMMON)
})

test('full-width letters count as the letters they are normalised to', () => {
  expect(scorePassword('Ｚｚ３！ｄｒａｇｏｎ').feedback).toEqual([COMMON])
  expect(scorePassword('Ｚｚ３！ｚｚｚｚ').feedback).toEqual([])
})

test.each<[PasswordOwner, password: string, isPersonal: boolean]>([
  [{ name: 'Ada Lovelace' }, 'Zz3!-lovelace', true],
  [{ name: 'Ada Lovelace' }, 'Zz3!-ADA-zz', true],
  [{ name: 'Al Wu' }, 'Zz3!-al-wu-zz', false],
  [{ name: 'Ada' }, 'Zz3!-ad-zz', false],
  [{ name: '   ' }, 'Zz3!   zzzz', false],
  [{ email: 'owner@shop.example' }, 'Zz3!-Owner-zz', true],
  [{ email: 'owner@shop.example' }, 'Zz3!-shop-example', false],
  [{ email: 'me@shop.example' }, 'Zz3!-me-zzzz', false],
  [{ name: null, email: null }, 'Zz3!-zzzz', false],
])('for the owner %j, the password %s counts as personal: %s', (owner, password, isPersonal) => {
  expect(scorePassword(password, owner).feedback).toEqual(isPersonal ? [PERSONAL] : [])
})

test('a refused password lists everything that is missing', () => {
  expect(scorePassword('zzzzzzzz').feedback).toEqual([UPPER, DIGIT, SPECIAL])
})

test('a password of 64 KiB is scored within 50 ms', () => {
  for (const text of HOSTILE_TEXTS) {
    expect(fastestMs(() => scorePassword(text, { name: 'Ada', email: 'a@b.example' }))).toBeLessThan(50)
  }
})

/** Deterministic pseudo-random numbers. */
function randomFrom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}

test('a generated password has 16 characters, meets the policy and is never repeated', () => {
  const random = randomFrom(7)
  const passwords = Array.from({ length: 2_000 }, () => generatePassword(random))
  for (const password of passwords) {
    expect(password).toMatch(/^[!-~]{16}$/)
    expect(scorePassword(password)).toMatchObject({ score: 115, strength: 'strong', feedback: [] })
    expect(password).not.toMatch(/[0O1lI]/)
  }
  expect(new Set(passwords).size).toBe(passwords.length)
  expect(generatePassword(random, 24)).toHaveLength(24)
})

test('every position of a generated password can hold every kind of character', () => {
  const random = randomFrom(11)
  const passwords = Array.from({ length: 500 }, () => generatePassword(random))
  for (let at = 0; at < 16; at += 1) {
    const chars = passwords.map((password) => password.charAt(at)).join('')
    for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]) expect(chars).toMatch(kind)
  }
})

test('a generated password that contains a common word is discarded', () => {
  const wanted = 'Zz3!pass'
  const kinds = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789', '!@#$%^&*-_=+?']
  const all = kinds.join('')
  const picks = [...wanted].map((char, at) => (kinds[at] ?? all).indexOf(char))
  // These picks leave every character in its place when shuffled.
  const script = [...picks, ...[7, 6, 5, 4, 3, 2, 1]]
  const random = randomFrom(3)
  const password = generatePassword((limit) => script.shift() ?? random(limit), 8)
  expect(script).toEqual([])
  expect(password).not.toBe(wanted)
  expect(isAcceptablePassword(password)).toBe(true)
})
