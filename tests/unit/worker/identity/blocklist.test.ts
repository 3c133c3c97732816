import { existsSync, readFileSync } from 'node:fs'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { isBlockedPassword } from '#worker/identity/passwords/blocklist.ts'
import { COMMON_PASSWORDS } from '#worker/identity/passwords/common-passwords.ts'
import { foldPassword } from '#worker/identity/passwords/fold-password.ts'
import { scorePassword } from '#worker/rules/passwords.ts'

const ENTRIES = COMMON_PASSWORDS.split(' ')

test('the list has at least ten thousand entries, each once, each folded', () => {
  expect(ENTRIES.length).toBeGreaterThanOrEqual(10_000)
  expect(new Set(ENTRIES).size).toBe(ENTRIES.length)
  expect(ENTRIES.filter((entry) => foldPassword(entry) !== entry || [...entry].length < 8)).toEqual([])
})

test('the list holds the most used passwords of the package it comes from', () => {
  const long = dictionary['passwords-common'].filter((password) => password.length >= 8).slice(0, 5_000)
  expect(
    long.filter((password) => !isBlockedPassword(password)).filter((one) => !/[\s`\\$]/.test(one)),
  ).toEqual([])
})

test.each([
  'basketball',
  'Basketball',
  'B@sketb4ll',
  'BA5K3TB4LL',
  'b4$ketb@11',
  'Trustno1',
  'trustn01',
  'P@ssw0rd',
  'Ｂａｓｋｅｔｂａｌｌ',
  'Dashboard-2026!',
  '!!R3v13ws!!',
  'ReviewDashboard1!',
  'Google#1',
])('%s is blocked', (password) => {
  expect(isBlockedPassword(password)).toBe(true)
})

test.each([
  'Harbor-Lantern-42',
  'Copper-Kettle-77',
  'basketball-in-the-rain',
  'My dashboard of 12 shops',
  'Googleplex-Tour-9',
])('%s is not', (password) => {
  expect(isBlockedPassword(password)).toBe(false)
})

test('a long password takes no long time', () => {
  for (const password of ['1'.repeat(64 * 1024), 'a!'.repeat(32 * 1024)]) {
    expect(fastestMs(() => isBlockedPassword(password))).toBeLessThan(50)
  }
})

const VECTORS = new URL('../../../../../shared/vectors/passwords_common.json', import.meta.url)

describe.runIf(existsSync(VECTORS))('the leaked passwords of the shared vectors', () => {
  test('none of them may become a password here', () => {
    const leaked: { payload: string }[] = JSON.parse(readFileSync(VECTORS, 'utf8'))
    const accepted = leaked.filter(
      ({ payload }) => scorePassword(payload).feedback.length === 0 && !isBlockedPassword(payload),
    )
    expect(leaked.length).toBeGreaterThan(5_000)
    expect(accepted).toEqual([])
  })
})
