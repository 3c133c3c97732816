import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import {
  isAcceptablePassword,
  type PasswordOwner,
  passwordError,
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
])('a score of %i is %s', (score, strength) => {
  expect(strengthOf(score)).toBe(strength)
})

test.each([
  ['7 characters', `Zz3!${'z'.repeat(3)}`, false],
  ['8 characters', `Zz3!${'z'.repeat(4)}`, true],
  ['128 characters', `Zz3!${'z'.repeat(124)}`, true],
  ['129 characters', `Zz3!${'z'.repeat(125)}`, false],
  ['128 code points of two units each', `Zz3!${'🦊'.repeat(124)}`, true],
  ['7 code points of two units each', `Zz3!${'🦊'.repeat(3)}`, false],
])('%s: acceptable is decided by code points', (_, password, isAcceptable) => {
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

test('full-width letters count as what they become when hashed', () => {
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
])('owner %j and password %s: personal is %s', (owner, password, isPersonal) => {
  expect(scorePassword(password, owner).feedback).toEqual(isPersonal ? [PERSONAL] : [])
})

test('a refused new password says everything that is missing', () => {
  expect(passwordError('Harbor-Lantern-42')).toBeNull()
  expect(passwordError('zzzzzzzz')).toBe(`Password requirements not met: ${UPPER}, ${DIGIT}, ${SPECIAL}`)
  expect(passwordError('Zz3!-owner', { email: 'owner@shop.example' })).toBe(
    `Password requirements not met: ${PERSONAL}`,
  )
})

test('a password of 64 KiB is scored within 50 ms', () => {
  for (const text of HOSTILE_TEXTS) {
    expect(fastestMs(() => scorePassword(text, { name: 'Ada', email: 'a@b.example' }))).toBeLessThan(50)
  }
})
